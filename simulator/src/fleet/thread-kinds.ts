/**
 * Kinds of files in this thread, and in those that it starts: they get the files' content with their environment and
 * import this module before they use a kind.
 */
import { isDeepStrictEqual } from 'node:util'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { compileKind } from '../devices/kind-file/compile-kind.ts'
import type { KindFile } from '../devices/kind-file/kind-schema.ts'
import { addKind } from '../devices/kinds.ts'

const KEY = 'backlot.kinds'
const learnt = new Map<string, KindFile>()

/** Makes kinds known, once. Names one that is already known and differs, and learns none then. */
export function learnKinds(kinds: readonly KindFile[]): string | undefined {
  const changed = kinds.find(({ kind }, i) => {
    const known = learnt.get(kind)
    return known !== undefined && !isDeepStrictEqual(known, kinds[i])
  })
  if (changed) return changed.kind
  for (const file of kinds) {
    if (learnt.has(file.kind)) continue
    learnt.set(file.kind, file)
    addKind(file.kind, compileKind(file).spec)
  }
  setEnvironmentData(KEY, [...learnt.values()])
  return undefined
}

const inherited = getEnvironmentData(KEY) as readonly KindFile[] | undefined
if (inherited) learnKinds(inherited)
