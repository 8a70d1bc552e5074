export const { URL, URLSearchParams } = globalThis
export const fileURLToPath = (url: string | URL) => decodeURIComponent(new URL(url).pathname)
export const pathToFileURL = (path: string) => new URL(`file://${path}`)

/** As old packages ask for parts of a request's address. */
export function parse(text: string) {
  const { pathname, search } = new URL(text, 'http://page')
  return {
    pathname,
    search: search || null,
    query: search.slice(1) || null,
    href: text,
    path: pathname + search,
  }
}
export const format = (url: { href?: string }) => url.href ?? String(url)
export class Url {}
export default { URL, URLSearchParams, fileURLToPath, pathToFileURL, parse, format, Url }
