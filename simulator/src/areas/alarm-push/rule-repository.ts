import type { PushEventKind } from '@backlot/contract/alarm-push/entities'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import type { PushScopePort, PushTypesPort } from './ports.ts'
import { ruleMatcher, type StoredRule, storedRule } from './push-rule.ts'
import { alarmPushRules } from './tables.ts'

type Known = { rule: StoredRule; wants: (alarm: Alarm, kind: PushEventKind) => boolean }

/** All rules in memory, read from the store at start and after every change of theirs. */
export class RuleRepository {
  readonly #store: Store
  readonly #ports: { scope: PushScopePort; types: PushTypesPort }
  #known = new Map<number, Known>()

  constructor(store: Store, ports: { scope: PushScopePort; types: PushTypesPort }) {
    this.#store = store
    this.#ports = ports
    this.reload()
  }

  reload(): void {
    const query = queryBuilder(this.#store.read)
    const rows = query.select().from(alarmPushRules).orderBy(alarmPushRules.id).all()
    this.#known = new Map(
      rows.map((row) => {
        const rule = storedRule(row)
        return [rule.id, { rule, wants: ruleMatcher(rule, this.#ports) }]
      }),
    )
  }

  rule(id: number): StoredRule | undefined {
    return this.#known.get(id)?.rule
  }

  rules(): StoredRule[] {
    return [...this.#known.values()].map(({ rule }) => rule)
  }

  /** Rules that are on. */
  working(): Known[] {
    return [...this.#known.values()].filter(({ rule }) => rule.fields.enabled)
  }

  /** Names of the rules that name one of these types: 'type' or 'type-subType'. */
  naming(keys: readonly string[]): string[] {
    return this.rules()
      .filter(({ fields }) => fields.types.some((key) => keys.includes(key)))
      .map(({ fields }) => fields.name)
  }
}
