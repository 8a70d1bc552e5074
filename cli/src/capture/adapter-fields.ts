import type { PlatformAdapter } from '@backlot/contract/adapters/platform-adapter'
import { isSecretField, PERSON_MARKS, personalKind, plainFieldName } from '@backlot/contract/redaction'
import type { MaskKind } from './pseudonyms.ts'

const lastPart = (path: string) => path.split('.').at(-1)?.replace('[]', '') ?? path

/**
 * Meaning of fields of a platform with its own names, by their plain names: fields that its adapter maps to a secret or
 * to personal data of ours are masked there too.
 */
export function adapterFields({ session, calls, channel }: PlatformAdapter): ReadonlyMap<string, MaskKind> {
  const found = new Map<string, MaskKind>([[plainFieldName(lastPart(session.name)), 'secret']])
  const forms = [
    ...Object.values(calls).flatMap(({ send, data, rows }) => [send, data, rows]),
    ...Object.values(channel.frames).flatMap((form) => (form ? [form.fields, form.rows] : [])),
  ]
  for (const names of forms) {
    const beside = Object.keys(names).map(lastPart)
    for (const [ours, theirs] of Object.entries(names)) {
      const name = lastPart(ours)
      // `name` is a person's beside the marks of one, which a renaming need not mention.
      const marks = ours.startsWith('userInfo.') ? PERSON_MARKS : beside
      const kind = isSecretField(name) ? 'secret' : personalKind(name, marks)
      if (kind) found.set(plainFieldName(lastPart(theirs)), kind)
    }
  }
  return found
}

/** Header in which a session comes back; undefined where it comes elsewhere. */
export const sessionHeader = ({ session }: PlatformAdapter): string | undefined =>
  session.in === 'header' ? session.name.toLowerCase() : undefined
