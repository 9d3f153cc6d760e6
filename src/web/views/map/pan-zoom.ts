/** Moving and scaling a picture: drag, two fingers, the wheel. What a gesture is about stays below the pointer. */
export interface Placed {
  x: number;
  y: number;
  k: number;
}

interface Hears {
  least: number;
  most: number;
  move(to: Placed): void;
  end(at: Placed): void;
}

/** A pointer that moved less was a click. */
const slack = 3;
/** After the last turn of a wheel. */
const pause = 150;

export function panZoom(frame: HTMLElement, { least, most, move, end }: Hears) {
  let at: Placed = { x: 0, y: 0, k: 1 };
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listening = new AbortController();

  const put = (to: Placed) => {
    at = to;
    move(at);
  };
  const scale = (factor: number, x: number, y: number) => {
    const k = Math.min(most, Math.max(least, at.k * factor));
    put({ x: x - ((x - at.x) * k) / at.k, y: y - ((y - at.y) * k) / at.k, k });
  };
  /** The middle of all fingers, and how far apart they are. */
  const grip = () => {
    const all = [...pointers.values()];
    const x = all.reduce((sum, one) => sum + one.x, 0) / all.length;
    const y = all.reduce((sum, one) => sum + one.y, 0) / all.length;
    return { x, y, apart: all.length < 2 ? 1 : Math.hypot(all[0]!.x - all[1]!.x, all[0]!.y - all[1]!.y) };
  };
  const placeOf = ({ clientX, clientY }: MouseEvent) => {
    const { left, top } = frame.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const hear = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    more: AddEventListenerOptions = {},
  ) => frame.addEventListener(name, listener, { ...more, signal: listening.signal });

  hear("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, placeOf(event));
  });
  hear("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    const before = grip();
    pointers.set(event.pointerId, placeOf(event));
    const after = grip();
    if (moved <= slack) {
      moved += Math.hypot(after.x - before.x, after.y - before.y) + Math.abs(after.apart - before.apart);
      if (moved <= slack) return;
      // From here on it is no click, also outside of the frame.
      frame.setPointerCapture(event.pointerId);
    }
    at = { ...at, x: at.x + after.x - before.x, y: at.y + after.y - before.y };
    scale(after.apart / before.apart, after.x, after.y);
  });
  const lift = ({ pointerId }: PointerEvent) => {
    if (pointers.delete(pointerId) && pointers.size === 0 && moved > slack) end(at);
  };
  hear("pointerup", lift);
  hear("pointercancel", lift);
  hear(
    "click",
    (event) => {
      if (moved > slack) event.stopPropagation();
      moved = 0;
    },
    { capture: true },
  );
  hear(
    "wheel",
    (event) => {
      event.preventDefault();
      clearTimeout(timer);
      const { x, y } = placeOf(event);
      const unit = event.deltaMode === 1 ? 0.05 : event.deltaMode === 2 ? 1 : 0.002;
      scale(2 ** (-event.deltaY * unit * (event.ctrlKey ? 10 : 1)), x, y);
      timer = setTimeout(() => end(at), pause);
    },
    { passive: false },
  );
  return {
    place(to: Placed) {
      put(to);
      end(at);
    },
    scaleBy(factor: number) {
      scale(factor, frame.clientWidth / 2, frame.clientHeight / 2);
      end(at);
    },
    stop() {
      clearTimeout(timer);
      listening.abort();
    },
  };
}
