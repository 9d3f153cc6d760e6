import type { Context } from "../../context.ts";

export interface Found {
  status: "ok" | "warning" | "failed";
  message: string;
  fix?: string;
  repair?: () => void;
}

export interface Check {
  name: string;
  look(context: Context): Found | Promise<Found>;
}
