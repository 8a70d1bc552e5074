import {
  addControlPerson,
  controlPortrait,
  deleteControlPersons,
  listControlPersons,
  updateControlPerson,
} from '@backlot/contract/control-lists/calls'
import { cardDisagrees, type NewControlPerson } from '@backlot/contract/control-lists/entities'
import type { Route } from '../../calls/route.ts'
import { FileReply, route } from '../../calls/route.ts'
import { portrait } from '../../history/demo-portrait.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import { pageOfRows, sortedBy } from '../shared/row-pages.ts'
import type { ControlRepository } from './control-repository.ts'
import { type PersonRow, personOf } from './person-row.ts'

const SORT_KEYS: Record<string, (row: PersonRow) => string | number> = {
  name: (row) => row.name,
  label: (row) => row.label,
  birthday: (row) => row.birthday,
  createTime: (row) => row.createdMs,
  updateTime: (row) => row.updatedMs,
}

/** Control lists: whom the cameras' analysis looks for. */
export function createControlListsArea(deps: {
  store: Store
  clock: PlatformClock
  repository: ControlRepository
}): {
  routes: Route[]
} {
  const { store, repository } = deps
  const nowMs = () => Math.floor(deps.clock.now())

  const list = route(listControlPersons, ({ query }) => {
    const { text = '', label, sex, enabled, sort = 'createTime', order = 'desc' } = query
    const part = text.trim().toLowerCase()
    const rows = repository
      .rows()
      .filter(
        (row) =>
          (part === '' ||
            [row.name, row.identityCard, row.phoneNumber].some((value) =>
              value.toLowerCase().includes(part),
            )) &&
          (label === undefined || row.label === label) &&
          (sex === undefined || row.sex === sex) &&
          (enabled === undefined || row.enabled === enabled),
      )
    const counts = new Map<string, number>()
    for (const row of repository.rows()) counts.set(row.label, (counts.get(row.label) ?? 0) + 1)
    const labels = [...counts].map(([name, count]) => ({ label: name, count }))
    return {
      ...pageOfRows(sortedBy(rows, SORT_KEYS[sort]!, order), query, personOf),
      labels: sortedBy(labels, (one) => one.label),
    }
  })

  /** A change by somebody, with the repository as it is after it. */
  const changed = async <T>(write: Promise<T>): Promise<T> => {
    const result = await write
    repository.forget()
    return result
  }
  const refuseDisagreeing = (person: NewControlPerson) => {
    const field = cardDisagrees(person)
    if (field) throw refusal('invalid', 'cardDisagrees', {}, field)
  }

  const add = route(addControlPerson, ({ body }, context) => {
    refuseDisagreeing(body)
    const actor = actorOf(context, nowMs())
    return changed(store.write('controlLists.add', { person: body, actor }))
  })

  const update = route(updateControlPerson, async ({ body }, context) => {
    refuseDisagreeing(body)
    const { id, version, ...person } = body
    const actor = actorOf(context, nowMs())
    await changed(store.write('controlLists.update', { id, version, person, actor }))
    return {}
  })

  const remove = route(deleteControlPersons, async ({ body }, context) => {
    const actor = actorOf(context, nowMs())
    await changed(store.write('controlLists.remove', { ids: body.ids, actor }))
    return {}
  })

  const face = route(controlPortrait, ({ params }) => {
    const id = Number(params['id'])
    const row = repository.rows().find((person) => person.id === id)
    if (!row) throw refusal('notFound', 'fileNotFound', {}, 'id')
    return new FileReply(portrait(row), {
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'private, no-cache',
    })
  })

  return { routes: [list, add, update, remove, face] }
}
