import type { NewController } from '@backlot/contract/sense-controllers/entities'
import type { Named } from '../../kernel/language.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import type { FactoryController } from './ports.ts'
import { senseControllers } from './tables.ts'

/** A sensor with its texts in both languages. */
export type CatalogueEntry = Omit<NewController, 'name' | 'factory'> & {
  id: number
  name: Named
  factory: Named
  system: boolean
  version: number
}

/** Sensors for RS-485 lines: the platform's, then those that people added. */
export type ControllerCatalogue = {
  all(): readonly CatalogueEntry[]
  find(id: number): CatalogueEntry | undefined
  /** After a change. */
  forget(): void
}

export function createControllerCatalogue(
  store: Store,
  factory: readonly FactoryController[],
): ControllerCatalogue {
  const stored = queryBuilder(store.read)
    .select()
    .from(senseControllers)
    .orderBy(senseControllers.id)
    .prepare()
  const came = factory.map((entry): CatalogueEntry => ({ ...entry, system: true, version: 0 }))
  let known: ReadonlyMap<number, CatalogueEntry> | undefined
  const entries = () => {
    known ??= new Map([...came, ...stored.all().map(entryOf)].map((entry) => [entry.id, entry]))
    return known
  }
  return {
    all: () => [...entries().values()],
    find: (id) => entries().get(id),
    forget() {
      known = undefined
    },
  }
}

const both = (text: string): Named => ({ zh: text, en: text })

function entryOf(row: typeof senseControllers.$inferSelect): CatalogueEntry {
  const { id, number, model, script, address, version } = row
  return {
    id,
    number,
    name: both(row.name),
    model,
    factory: both(row.factory),
    ctrlType: row.ctrlType,
    script,
    baudRate: row.baudRate,
    address,
    codes: row.codes,
    system: false,
    version,
  }
}
