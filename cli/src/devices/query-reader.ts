import { orList } from '../or-list.ts'
import { UserError } from '../user-error.ts'

/** Reads what stands behind the question mark of a target. Throws a UserError for a key that is none of `keys`. */
export function readQuery<Key extends string>(protocol: string, query: string, keys: readonly Key[]) {
  const given = new URLSearchParams(query)
  const wrong = (what: string) => new UserError(`--to ${protocol}://…: ${what}.`)
  for (const key of given.keys())
    if (!keys.some((known) => known === key)) throw wrong(`${key} is none of ${orList(keys)}`)
  return { given, get: (key: Key): string | undefined => given.get(key) ?? undefined, wrong }
}
