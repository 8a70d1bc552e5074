import type { Caller, HandlerContext } from '../../../calls/route.ts'
import { Refusal, refusal } from '../../../kernel/refusal.ts'
import type { Store } from '../../../store/store.ts'
import type { AlarmName, AlarmPastPort, NamedAlarm } from '../ports.ts'
import type { Named } from './action-results.ts'
import { type AlarmRef, findRef } from './find-refs.ts'

export type NameAlarms = {
  /** The alarms that references name and the caller may see, or why one names none that could be changed. */
  named(context: HandlerContext, refs: readonly AlarmRef[]): Promise<Named[]>
  /** Why an alarm that the core does not have, or not for the caller, cannot be changed. */
  faultOf(context: HandlerContext, name: AlarmName): Promise<Refusal>
}

/** Finds alarms that are to be changed: those on the core. */
export function createNameAlarms(deps: {
  store: Store
  past: AlarmPastPort | undefined
  visible(row: NamedAlarm, caller: Caller): boolean
}): NameAlarms {
  const { store, past, visible } = deps

  /** An archive that is away hinders the alarms alone that the core does not have. */
  async function archived(names: readonly AlarmName[]): Promise<NamedAlarm[] | Refusal> {
    if (names.length === 0 || !past?.holds(0)) return []
    try {
      return await past.named(names)
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
  const faultIn = (found: NamedAlarm[] | Refusal, name: AlarmName, caller: Caller): Refusal => {
    if (found instanceof Refusal) return found
    const isThere = found.some((row) => isNamed(row, name) && visible(row, caller))
    return isThere
      ? refusal('alarmArchived', 'alarmArchived', {}, 'list')
      : refusal('notFound', 'alarmNotFound', {}, 'list')
  }

  return {
    async named(context, refs) {
      const found = refs.map((ref) => ({ ref, rows: findRef(store.read, ref) }))
      const absent = found.filter(({ rows }) => rows.length === 0).map(({ ref }) => nameOf(ref))
      const inArchive = await archived(absent)
      return found.map(({ ref, rows }) => {
        if (rows.length === 0) return { ref, rows, fault: faultIn(inArchive, nameOf(ref), context.caller) }
        if (rows.every((row) => visible(row, context.caller))) return { ref, rows }
        return { ref, rows: [], fault: refusal('notFound', 'alarmNotFound', {}, 'list') }
      })
    },
    faultOf: async (context, name) => faultIn(await archived([name]), name, context.caller),
  }
}

const nameOf = ({ id, sn, alarmSeq }: AlarmRef): AlarmName => (id === undefined ? { sn, alarmSeq } : { id })

const isNamed = (row: NamedAlarm, name: AlarmName) =>
  'id' in name ? row.id === name.id : row.sn === name.sn && row.alarm_seq === name.alarmSeq
