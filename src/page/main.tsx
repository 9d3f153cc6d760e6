/** The page's entry: a list, until there is more. */
import { render } from "preact";
import type { DialogueList, ReportData } from "./data.ts";

const report = document.getElementById("report");
const root = document.getElementById("page")!;

if (report !== null) {
  const { view } = JSON.parse(report.textContent!) as ReportData;
  render(<h1>{view.export.title}</h1>, root);
} else {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  const response = await fetch("/api/dialogues", { headers: { Authorization: `Bearer ${token}` } });
  const { project, dialogues } = (await response.json()) as DialogueList;
  render(
    <>
      <h1>{project}</h1>
      <ul>
        {dialogues.map(({ id, title, state }) => (
          <li key={id}>
            {title ?? id} ({state})
          </li>
        ))}
      </ul>
    </>,
    root,
  );
}
