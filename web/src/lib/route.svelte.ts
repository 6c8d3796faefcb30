/** Which page the address means: the start, or a table by its code. */

import { keepKey } from "./storage";

export type Route = { page: "start" } | { page: "table"; code: string };

const base = (): string => new URL(document.baseURI).pathname;

function read(): Route {
  const path = location.pathname.startsWith(base()) ? location.pathname.slice(base().length) : "";
  const code = /^t\/([^/]+)\/?$/.exec(path)?.[1];
  if (code === undefined) return { page: "start" };
  const table = decodeURIComponent(code).toUpperCase();
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key) {
    keepKey(table, key);
    history.replaceState(null, "", location.pathname);
  }
  return { page: "table", code: table };
}

let current = $state.raw(read());
addEventListener("popstate", () => (current = read()));
addEventListener("hashchange", () => (current = read()));

export const route = {
  get now(): Route {
    return current;
  },
};

export function go(path: string): void {
  history.pushState(null, "", new URL(path, document.baseURI));
  current = read();
}

/** The address to give to friends. */
export const tableAddress = (code: string, key?: string): string =>
  new URL(`t/${code}${key ? `#key=${key}` : ""}`, document.baseURI).toString();
