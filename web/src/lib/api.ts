/** The HTTP side of the protocol. Every failure is a `Trouble` with a sentence for the person. */

import type { About, CreateTable, JoinTable, Problem, Seated, TableInfo } from "./protocol";

export class Trouble extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** An address below the path this page is served at. */
export function address(path: string): string {
  return new URL(path, document.baseURI).toString();
}

/** The address of the WebSocket of a table. */
export function playAddress(code: string): string {
  const url = new URL(`api/tables/${encodeURIComponent(code)}/play`, document.baseURI);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.toString();
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(address(path), {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new Trouble(
      "unreachable",
      "The server cannot be reached. Check the connection, or whether Parlour is still running.",
    );
  }
  const text = await response.text();
  let answer: unknown;
  try {
    answer = text === "" ? undefined : JSON.parse(text);
  } catch {
    answer = undefined;
  }
  if (response.ok) return answer as T;
  const problem = answer as Partial<Problem> | undefined;
  throw new Trouble(
    problem?.code ?? `http_${response.status}`,
    problem?.text ?? `The server answered with an error (${response.status}). Please try again.`,
  );
}

export const about = (): Promise<About> => ask("GET", "api/about");
export const createTable = (table: CreateTable): Promise<Seated> => ask("POST", "api/tables", table);
export const joinTable = (code: string, who: JoinTable): Promise<Seated> =>
  ask("POST", `api/tables/${encodeURIComponent(code)}/join`, who);
export const tableInfo = (code: string): Promise<TableInfo> =>
  ask("GET", `api/tables/${encodeURIComponent(code)}`);
