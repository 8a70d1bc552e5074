import { plainAddress } from './addresses.ts'
import { type AllowList, hostOf, parsePushUrl, portOf, type Refused } from './allow-list.ts'
import type { Resolve } from './post-json.ts'

/**
 * Checks the address of a rule when it is saved, so that its owner sees a fault at once. It is checked again whenever
 * something is sent: a name may resolve elsewhere by then.
 */
export async function judgeRuleUrl(
  text: string,
  { allow, resolve }: { allow: AllowList; resolve: Resolve },
): Promise<Refused | undefined> {
  const wrong = allow.judgeUrl(text)
  if (wrong) return wrong
  const url = parsePushUrl(text)
  if (typeof url === 'string') return { fault: 'url', detail: url }
  const host = hostOf(url)
  const isNamed = allow.namesHost(host, portOf(url))
  if (plainAddress(host) !== undefined) return undefined
  let found: Awaited<ReturnType<Resolve>>
  try {
    found = await resolve(host)
  } catch {
    // A listed name may be unknown for the moment; any other one gets the answer that it is not on the list.
    return isNamed ? undefined : { fault: 'hostNotAllowed', detail: host }
  }
  const refused = found
    .map(({ address }) => allow.judgeAddress(host, address, portOf(url)))
    .find((why) => why !== undefined)
  if (refused?.fault === 'addressNotAllowed' && !isNamed) {
    return { fault: 'hostNotAllowed', detail: host }
  }
  return refused
}
