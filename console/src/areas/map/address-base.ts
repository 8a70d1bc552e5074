/**
 * What a change of the address builds on: `latest`, unless the browser's address is none of those that are `known`
 * (drawn, or set by ourselves). Somebody entered it, and the page has not been drawn for it yet: the change must not
 * put the old one back. `hash`: the browser's, with the screen's path and parameters.
 */
export function addressBase(
  hash: string,
  known: ReadonlySet<string>,
  latest: URLSearchParams,
): URLSearchParams {
  const entered = new URLSearchParams(hash.split('?')[1] ?? '')
  return known.has(entered.toString()) ? latest : entered
}
