import {
  addQuantity,
  deleteQuantity,
  listQuantities,
  type NewQuantity,
  type SenseQuantity,
  updateQuantity,
} from '@backlot/contract/sensors/dictionary-calls'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import { pageOfRows, sortedBy } from '../shared/row-pages.ts'
import type { DictionaryRepository } from './dictionary-repository.ts'

/** The dictionary of sensing quantities. */
export function dictionaryRoutes(deps: {
  store: Store
  clock: PlatformClock
  dictionary: DictionaryRepository
}): Route[] {
  const { store, dictionary } = deps
  const actor = (context: HandlerContext) => actorOf(context, Math.floor(deps.clock.now()))
  const changed = async (write: Promise<unknown>) => {
    await write
    dictionary.forget()
    return {}
  }
  return [
    route(listQuantities, ({ query }) => {
      const { text = '', changed: only, sort = 'code', order = 'asc' } = query
      const part = text.trim().toLowerCase()
      const rows = [...dictionary.all().values()].filter(
        (quantity) =>
          (only === undefined || quantity.changed === (only === 1)) &&
          [quantity.code, quantity.nameZh, quantity.nameEn].some((said) => said.toLowerCase().includes(part)),
      )
      const same = (quantity: SenseQuantity) => quantity
      return pageOfRows(
        sortedBy(rows, (quantity) => quantity[sort], order),
        query,
        same,
      )
    }),
    route(addQuantity, ({ body }, context) => {
      if (dictionary.all().has(body.code)) {
        throw refusal('conflict', 'quantityTaken', {}, 'code')
      }
      return changed(store.write('sensors.addQuantity', { quantity: body, actor: actor(context) }))
    }),
    route(updateQuantity, ({ body }, context) => {
      const { version, ...quantity }: NewQuantity & { version: number } = body
      const known = dictionary.all().get(quantity.code)
      if (!known) throw refusal('notFound', 'quantityNotFound', {}, 'code')
      return changed(store.write('sensors.updateQuantity', { quantity, version, actor: actor(context) }))
    }),
    route(deleteQuantity, ({ body: { code } }, context) =>
      changed(store.write('sensors.deleteQuantity', { code, actor: actor(context) })),
    ),
  ]
}
