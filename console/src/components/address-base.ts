/**
 * Base of a change to the address: `latest`, unless the browser's address is not among the `known` ones (drawn, or set
 * by ourselves). Then somebody entered it, and the page has not been drawn for it yet: the change must not restore the
 * old one. `hash`: the browser's, with the screen's path and parameters.
 */
export function addressBase(
  hash: string,
  known: ReadonlySet<string>,
  latest: URLSearchParams,
): URLSearchParams {
  const entered = new URLSearchParams(hash.split('?')[1] ?? '')
  return known.has(entered.toString()) ? latest : entered
}
