import { type AlarmLevel, DEFAULT_LEVEL_TONES } from '@backlot/contract/alarm-types/entities'
import type { AlarmTypeNode } from '@backlot/contract/alarms/entities'
import type { Language, Named } from '../../kernel/language.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import type { Level, SystemType } from './ports.ts'
import { alarmLevels, alarmTypes } from './tables.ts'
import { LEVELS, ORDINARY_LEVEL, systemEntries, type TypeEntry, typeTree } from './type-tree.ts'

/** Alarm types and levels in memory, read from the store at start and after every change of theirs. */
export class TypeRepository {
  readonly #store: Store
  readonly #systemTypes: readonly SystemType[]
  #byKey = new Map<string, TypeEntry>()
  #levels: AlarmLevel[] = []
  #nodes: Partial<Record<Language, AlarmTypeNode[]>> = {}

  constructor(store: Store, systemTypes: readonly SystemType[]) {
    this.#store = store
    this.#systemTypes = systemTypes
    this.reload()
  }

  reload(): void {
    const query = queryBuilder(this.#store.read)
    const rows = query.select().from(alarmTypes).orderBy(alarmTypes.id).all()
    const stored = query.select().from(alarmLevels).all()
    this.#byKey = new Map(typeTree(this.#systemTypes, rows).map((entry) => [entry.key, entry]))
    this.#levels = LEVELS.map(
      (level) =>
        stored.find((one) => one.level === level) ?? {
          level,
          colour: null,
          tone: DEFAULT_LEVEL_TONES[level],
          version: 0,
        },
    )
    this.#nodes = {}
  }

  looks(): readonly AlarmLevel[] {
    return this.#levels
  }

  /** Whether there is such a type, with such a sub-type when one is given. */
  has(type: string, subType = ''): boolean {
    const top = this.#byKey.get(type)
    if (top?.parentId !== 0) return false
    return subType === '' || this.#byKey.get(`${type}-${subType}`)?.parentId === top.id
  }

  /** Level of each type and sub-type, by key. */
  levels(): Record<string, Level> {
    return Object.fromEntries([...this.#byKey.values()].map(({ key, level }) => [key, level]))
  }

  /** 1 critical … 4 notice, of the sub-type when there is one; 3 for unknown types. */
  levelOf(type: string, subType: string): Level {
    return (this.#byKey.get(`${type}-${subType}`) ?? this.#byKey.get(type))?.level ?? ORDINARY_LEVEL
  }

  /** Name of a kind of alarm, of the sub-type when there is one. */
  nameOf(type: string, subType: string): Named {
    const entry = this.#byKey.get(`${type}-${subType}`) ?? this.#byKey.get(type)
    return entry?.name ?? { zh: type, en: type }
  }

  byId(id: number): TypeEntry | undefined {
    for (const entry of this.#byKey.values()) if (entry.id === id) return entry
    return undefined
  }

  byKey(key: string): TypeEntry | undefined {
    return this.#byKey.get(key)
  }

  /** Keys of a type and of its sub-types. */
  keysBelow(entry: TypeEntry): string[] {
    const below = [...this.#byKey.values()].filter(({ parentId }) => parentId === entry.id)
    return [entry.key, ...below.map(({ key }) => key)]
  }

  /** How many were added by people. */
  ownCount(): number {
    return [...this.#byKey.values()].filter(({ system }) => !system).length
  }

  /** A key that differs from this one at most by capitals. */
  similarKey(key: string): string | undefined {
    const wanted = key.toLowerCase()
    return [...this.#byKey.keys()].find((known) => known.toLowerCase() === wanted)
  }

  /** A system type as it came. */
  original(key: string): TypeEntry | undefined {
    return systemEntries(this.#systemTypes).find((entry) => entry.key === key)
  }

  /** The tree, flat, with the colour and tone of each. */
  nodes(language: Language): AlarmTypeNode[] {
    this.#nodes[language] ??= [...this.#byKey.values()].map((entry) => this.#nodeOf(entry, language))
    return this.#nodes[language]
  }

  #nodeOf(entry: TypeEntry, language: Language): AlarmTypeNode {
    const { id, name, type, parentId, parentType, key, level, version } = entry
    const { colour, tone } = this.#levels[level - 1]!
    const shown = entry.colour ?? colour
    return {
      id,
      name: name[language],
      nameZh: name.zh,
      nameEn: name.en,
      type,
      parentId,
      nodeType: parentId === 0 ? 0 : 1,
      parentType,
      key,
      level,
      ...(shown === null ? {} : { colour: shown }),
      ownColour: entry.colour,
      tone,
      system: entry.system ? 1 : 0,
      version,
    }
  }
}
