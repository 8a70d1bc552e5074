import {
  addController,
  deleteController,
  listControllers,
  updateController,
} from '@backlot/contract/sense-controllers/calls'
import {
  controllerMisfit,
  type NewController,
  type SenseController,
} from '@backlot/contract/sense-controllers/entities'
import { type Route, route } from '../../calls/route.ts'
import type { Language } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import { pageOfRows, sortedBy } from '../shared/row-pages.ts'
import type { CatalogueEntry } from './controller-catalogue.ts'
import type { RouteContext } from './route-context.ts'

/** Stations that a refusal names. */
const NAMED_STATIONS = 3

/** The catalogue of sensors. */
export function catalogueRoutes(area: RouteContext): Route[] {
  const { catalogue, bus, quantities, store } = area

  const list = route(listControllers, ({ query }, context) => {
    const { name = '', ctrlType, sort = 'number', order } = query
    const language = area.language(context)
    const part = name.trim().toLowerCase()
    const used = bus.usedCounts(area.nowMs())
    const rows = catalogue
      .all()
      .map((entry) => viewOf(entry, used.get(entry.id) ?? 0, language))
      .filter(
        (row) =>
          (ctrlType === undefined || row.ctrlType === ctrlType) &&
          [row.number, row.name, row.model, row.factory].some((text) => text.toLowerCase().includes(part)),
      )
    return pageOfRows(
      sortedBy(rows, (row) => row[sort], order),
      query,
      (row) => row,
    )
  })

  const refuseMisfit = (controller: NewController) => {
    const number = controller.number.toLowerCase()
    if (catalogue.all().some((entry) => entry.system && entry.number.toLowerCase() === number)) {
      throw refusal('conflict', 'controllerTaken', {}, 'number')
    }
    const misfit = controllerMisfit(controller)
    if (misfit === 'address') throw refusal('invalid', 'scriptAddress', {}, 'script')
    if (misfit === 'registers') throw refusal('invalid', 'scriptRegisters', {}, 'script')
    const unknown = controller.codes.find((code) => !quantities.find(code))
    if (unknown !== undefined) {
      throw refusal('invalid', 'quantityUnknown', { code: unknown }, 'codes')
    }
  }
  const ownEntry = (id: number): CatalogueEntry => {
    const entry = catalogue.find(id)
    if (!entry) throw refusal('notFound', 'controllerNotFound', {}, 'id')
    if (entry.system) throw refusal('conflict', 'controllerSystem', {}, 'id')
    return entry
  }

  const add = route(addController, ({ body }, context) =>
    area.inTurn(async () => {
      refuseMisfit(body)
      const added = await store.write('senseControllers.add', {
        controller: body,
        actor: area.actor(context),
      })
      catalogue.forget()
      return added
    }),
  )

  const update = route(updateController, ({ body }, context) =>
    area.inTurn(async () => {
      const { id, version, ...controller } = body
      ownEntry(id)
      refuseMisfit(controller)
      const actor = area.actor(context)
      await store.write('senseControllers.update', { id, version, controller, actor })
      catalogue.forget()
      const { baudRate, codes } = controller
      for (const { sn } of bus.askedFor(id, actor.atMs)) {
        const polls = bus.polls(sn, actor.atMs).map((poll) => {
          if (poll.ctrlId !== id) return poll
          return { ...poll, baudRate, codes, script: bus.scriptAt(controller.script, poll.address) }
        })
        await bus.set(sn, polls, actor.atMs)
      }
      return {}
    }),
  )

  const remove = route(deleteController, ({ body }, context) =>
    area.inTurn(async () => {
      ownEntry(body.id)
      const actor = area.actor(context)
      const language = area.language(context)
      const stations = bus.askedFor(body.id, actor.atMs)
      if (stations.length > 0) {
        const names = stations.slice(0, NAMED_STATIONS).map(({ name }) => name[language])
        const said = { count: stations.length, names: names.join(language === 'zh' ? '、' : ', ') }
        throw refusal('conflict', 'controllerInUse', said, 'id')
      }
      await store.write('senseControllers.remove', { ...body, actor })
      catalogue.forget()
      return {}
    }),
  )

  return [list, add, update, remove]
}

function viewOf(entry: CatalogueEntry, used: number, language: Language): SenseController {
  return { ...entry, name: entry.name[language], factory: entry.factory[language], used }
}
