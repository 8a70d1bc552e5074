import type { Database } from 'better-sqlite3'
import { prepared } from '../../areas/shared/prepared.ts'
import { alarmFacts } from '../../history/alarm-types/alarm-types.ts'
import type { Named } from '../../kernel/language.ts'

type Facts = { name: Named; level: 1 | 2 | 3 | 4 }

/** Name and level of a kind of alarm as they are stored by now, for writes; of the sub-type when there is one. */
export function alarmTypeFacts(db: Database, type: string, subType: string): Facts {
  const find = prepared(db, 'SELECT name_zh AS zh, name_en AS en, level FROM alarm_types WHERE key = ?')
  const factsOf = (key: string) => {
    const row = find.get(key) as { zh: string; en: string; level: Facts['level'] } | undefined
    return row && { name: { zh: row.zh, en: row.en }, level: row.level }
  }
  const stored = subType === '' ? factsOf(type) : factsOf(`${type}-${subType}`)
  if (stored) return stored
  const known = alarmFacts(type, subType)
  // Not a type of the platform's own: the type above it, when that was added by users.
  return (subType !== '' && known.name.en === type ? factsOf(type) : undefined) ?? known
}
