/**
 * JSON merge patches (RFC 7396) that can also change lists by places, applied without changing what
 * they are applied to.
 */

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What `target` becomes under `patch`; what the patch does not touch stays the same object. */
export function merged<T>(target: T, patch: unknown): T {
  if (!isObject(patch)) return patch as T;
  if (Array.isArray(target)) {
    const list: unknown[] = [...(target as unknown[])];
    for (const [place, value] of Object.entries(patch))
      list[Number(place)] = merged(list[Number(place)], value);
    return list as T;
  }
  const result: Json = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result as T;
}
