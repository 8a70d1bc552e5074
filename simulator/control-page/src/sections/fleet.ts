import type { KindCount } from '@backlot/contract/control/state-calls'
import { call } from '../api.ts'
import { fill, h, keyed, setText, table, textRow } from '../dom.ts'
import { count, decimal, shortTime } from '../format.ts'
import { button, choice, field, form, panel } from '../forms.ts'
import { attempt, reasonOf } from '../say.ts'
import type { Section } from '../section.ts'
import { either, kindName, t } from '../words.ts'
import { addFleetPanel, KINDS } from './add-fleet.ts'

type Device = {
  sn: string
  name: string
  nameEn: string
  kind: string
  online: boolean
  forced?: 'online' | 'offline'
}
type Fleet = {
  fleetId: string
  name: string
  kind: string
  count: number
  online: number
  group: string
  wire: boolean
  addedAtMs: number
}

const FOUND_MOST = 50
const LOOK_MS = 2000

/** Counts by kind, single devices, and fleets that come and go. */
export function fleetSection(): Section {
  const counts = countsPanel()
  const finder = finderPanel()
  const added = addedPanel()
  const adding = addFleetPanel(() => added.load())
  const element = h(
    'div',
    { class: 'columns' },
    h('div', { class: 'column' }, counts.element, added.element),
    h('div', { class: 'column wide' }, finder.element, adding),
  )
  const timer = setInterval(() => {
    void finder.load()
    void added.load()
  }, LOOK_MS)
  void finder.load()
  void added.load()
  return { element, update: ({ kinds }) => counts.update(kinds), close: () => clearInterval(timer) }
}

function countsPanel() {
  const { box, body } = table(t('fleet.counts'), [
    t('fleet.kind'),
    t('fleet.total'),
    t('fleet.online'),
    t('fleet.offline'),
    t('fleet.share'),
  ])
  const show = keyed<KindCount>(
    body,
    ({ kind }) => kind,
    () => {
      const bar = h('span', { class: 'bar' }, h('i'))
      const share = h('span', { class: 'bar-text' })
      const row = textRow<KindCount>(
        [
          ({ kind }) => (kind === '' ? t('fleet.sum') : kindName(kind)),
          ({ total }) => count(total),
          ({ online }) => count(online),
          ({ total, online }) => count(total - online),
          () => [bar, share],
        ],
        ['', 'number', 'number', 'number', 'share'],
      )
      return {
        element: row.element,
        update(item) {
          row.update(item)
          row.element.classList.toggle('sum', item.kind === '')
          const percent = item.total === 0 ? 0 : (100 * item.online) / item.total
          ;(bar.firstElementChild as HTMLElement).style.width = `${percent}%`
          setText(share, `${decimal(percent, 0)} %`)
        },
      }
    },
  )
  return {
    element: panel(t('fleet.counts'), box),
    update(kinds: readonly KindCount[]) {
      const sum = kinds.reduce(
        (so, { total, online }) => ({ kind: '', total: so.total + total, online: so.online + online }),
        { kind: '', total: 0, online: 0 },
      )
      show([...kinds, sum])
    },
  }
}

function finderPanel() {
  const search = field(t('fleet.search'), {
    type: 'search',
    placeholder: t('fleet.search.hint'),
    class: 'grow',
  })
  const kind = choice(t('fleet.kind'), [
    ['', t('any')],
    ...KINDS.map((name) => [name, kindName(name)] as const),
  ])
  const state = choice(t('fleet.state'), [
    ['', t('any')],
    ['online', t('fleet.isOnline')],
    ['offline', t('fleet.isOffline')],
  ])
  const { box, body } = table(t('fleet.find'), [
    t('fleet.sn'),
    t('fleet.name'),
    t('fleet.kind'),
    t('fleet.state'),
    t('fleet.actions'),
  ])
  box.classList.add('tall', 'finder')
  const note = h('p', { class: 'note' })
  const force = (sn: string, to: 'online' | 'offline' | 'auto') =>
    attempt(async () => {
      await call('/control/devices/state', { sn, state: to })
      await load()
    })
  const show = keyed<Device>(
    body,
    ({ sn }) => sn,
    ({ sn, name, nameEn }) => {
      const called = either({ zh: name, en: nameEn })
      const acts = h(
        'span',
        { class: 'acts' },
        button(t('fleet.toOnline'), () => void force(sn, 'online'), 'small', called),
        button(t('fleet.toOffline'), () => void force(sn, 'offline'), 'small', called),
        button(t('fleet.release'), () => void force(sn, 'auto'), 'small', called),
      )
      const row = textRow<Device>(
        [
          () => sn,
          ({ name, nameEn }) => either({ zh: name, en: nameEn }),
          (device) => kindName(device.kind),
          ({ online, forced }) => [
            h('span', { class: `dot ${online ? 'good' : 'off'}` }),
            online ? t('fleet.isOnline') : t('fleet.isOffline'),
            forced ? h('span', { class: 'tag' }, t(`fleet.forced.${forced}`)) : null,
          ],
        ],
        ['code'],
      )
      row.element.append(h('td', {}, acts))
      const release = acts.lastElementChild as HTMLButtonElement
      return {
        element: row.element,
        update(device) {
          row.update(device)
          release.disabled = device.forced === undefined
        },
      }
    },
  )
  let asked = 0
  async function load(): Promise<void> {
    const mine = ++asked
    const query = new URLSearchParams({ limit: String(FOUND_MOST) })
    for (const [key, { input }] of Object.entries({ search, kind, state }))
      if (input.value !== '') query.set(key, input.value)
    try {
      const { list } = await call<{ list: Device[] }>(`/control/devices?${query}`)
      if (mine !== asked) return
      show(list)
      box.hidden = list.length === 0
      setText(
        note,
        list.length === 0
          ? t('fleet.none')
          : list.length < FOUND_MOST
            ? ''
            : t('fleet.first', { count: FOUND_MOST }),
      )
    } catch (error) {
      if (mine === asked) setText(note, reasonOf(error))
    }
  }
  const filters = form(() => void load(), h('div', { class: 'fields' }, search.box, kind.box, state.box))
  filters.addEventListener('input', () => void load())
  return { element: panel(t('fleet.find'), filters, box, note), load }
}

function addedPanel() {
  const { box, body } = table(t('fleet.added'), [
    t('fleet.name'),
    t('fleet.kind'),
    t('fleet.online'),
    t('fleet.wire'),
    t('fleet.since'),
    '',
  ])
  box.classList.add('added')
  const empty = h('p', { class: 'empty' }, t('fleet.added.none'))
  const holder = h('div', {}, empty)
  const show = keyed<Fleet>(
    body,
    ({ fleetId }) => fleetId,
    ({ fleetId, name }) => {
      const remove = button(
        t('remove'),
        () => {
          remove.disabled = true
          void attempt(async () => {
            await call('/control/fleets/remove', { fleetId })
            await load()
          }).then(() => {
            remove.disabled = false
          })
        },
        'small danger',
        name,
      )
      const row = textRow<Fleet>(
        [
          (fleet) => fleet.name,
          ({ kind }) => kindName(kind),
          (fleet) => `${count(fleet.online)} / ${count(fleet.count)}`,
          ({ wire }) => (wire ? 'TCP' : '–'),
          ({ addedAtMs }) => shortTime(addedAtMs),
        ],
        ['', '', 'number', '', 'number'],
      )
      row.element.append(h('td', {}, remove))
      return row
    },
  )
  let shownIsEmpty = true
  async function load(): Promise<void> {
    try {
      const { list } = await call<{ list: Fleet[] }>('/control/fleets')
      show(list)
      if (shownIsEmpty === (list.length === 0)) return
      shownIsEmpty = list.length === 0
      fill(holder, shownIsEmpty ? empty : box)
    } catch {
      // The bar above says that nobody answers.
    }
  }
  return { element: panel(t('fleet.added'), holder), load }
}
