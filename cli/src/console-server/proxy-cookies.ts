/**
 * Browsers keep cookies by host and ignore the port: they send to `localhost:8081` the cookies of everything that ever
 * ran on this machine. So a platform's cookies carry a mark of its host here, and it gets back its own only.
 */
import { createHash } from 'node:crypto'

/**
 * A `Set-Cookie` of a host, for the page: its path may name a prefix that the page does not have. `secure`: the page
 * came over https. Its cookies have names of their own: a page over plain http may not replace them (RFC 6265bis §5.7),
 * and would never be signed in beside them.
 */
export function cookieForPage(cookie: string, host: string, secure: boolean): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
  const kept = attributes.filter((one) => !/^(domain|secure|path|samesite)(=|$)/i.test(one))
  return [markOf(host, secure) + pair, ...kept, 'Path=/', 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join(
    '; ',
  )
}

/** Of the cookies that the page sent, those of a host, as the host named them; undefined when there is none. */
export function cookiesForHost(
  header: string | undefined,
  host: string,
  secure: boolean,
): string | undefined {
  const mark = markOf(host, secure)
  const own = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(mark))
    .map((pair) => pair.slice(mark.length))
  return own.length === 0 ? undefined : own.join('; ')
}

const marks = new Map<string, string>()

function markOf(host: string, secure: boolean): string {
  const of = secure ? `https://${host}` : host
  const known = marks.get(of)
  if (known !== undefined) return known
  const mark = `p${createHash('sha256').update(of).digest('hex').slice(0, 8)}_`
  marks.set(of, mark)
  return mark
}
