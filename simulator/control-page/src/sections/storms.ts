import type { StormProgress } from '@backlot/contract/control/storm-calls'
import { call, type Refused } from '../api.ts'
import { fill, h, keyed, setText, table, textRow } from '../dom.ts'
import { count } from '../format.ts'
import { button, choice, type Field, field, form, numberOf, panel, submit, words } from '../forms.ts'
import { attempt } from '../say.ts'
import type { Section } from '../section.ts'
import { kindName, named, t } from '../words.ts'
import { KINDS } from './add-fleet.ts'

const STORM_KINDS = ['alarms', 'sos', 'offline', 'gps'] as const
type Kind = (typeof STORM_KINDS)[number]

/** Much of something at once. */
export function stormsSection(): Section {
  const { box, body } = table(t('storms.list'), [
    t('storms.id'),
    t('storms.kind'),
    t('storms.state'),
    t('storms.progress'),
    t('storms.raised'),
    t('storms.stored'),
    t('storms.planned'),
    '',
  ])
  const empty = h('p', { class: 'empty' }, t('storms.none'))
  const holder = h('div', {}, empty)
  const show = keyed<StormProgress>(body, ({ stormId }) => stormId, stormRow)
  return {
    element: h(
      'div',
      { class: 'columns' },
      h('div', { class: 'column' }, startPanel()),
      h('div', { class: 'column wide' }, panel(t('storms.list'), holder)),
    ),
    update({ storms }) {
      show([...storms].reverse())
      const wanted = storms.length === 0 ? empty : box
      if (holder.firstElementChild !== wanted) fill(holder, wanted)
    },
  }
}

function stormRow({ stormId }: StormProgress) {
  const stop = button(
    t('stop'),
    () => void attempt(() => call('/control/storms/stop', { stormId })),
    'small danger',
    stormId,
  )
  const bar = h('progress', { max: 1, 'aria-label': stormId })
  const row = textRow<StormProgress>(
    [
      () => stormId,
      ({ kind }) => named('storm', kind),
      (storm) => [stateTag(stateOf(storm))],
      () => [bar],
      ({ raised }) => count(raised),
      ({ stored }) => count(stored),
      ({ planned }) => count(planned),
    ],
    ['code', '', '', '', 'number', 'number', 'number'],
  )
  row.element.append(h('td', {}, stop))
  return {
    element: row.element,
    update(storm: StormProgress) {
      row.update(storm)
      bar.value = storm.planned === 0 ? 1 : storm.raised / storm.planned
      stop.disabled = storm.done
    },
  }
}

const stateOf = ({ done, stopped }: StormProgress) => (stopped ? 'stopped' : done ? 'done' : 'raging')

const TONES: Readonly<Record<string, string>> = {
  raging: 'busy',
  striking: 'bad',
  playing: 'busy',
  held: 'good',
  done: 'good',
  over: 'good',
  failed: 'bad',
  broken: 'bad',
}

export const stateTag = (state: string) =>
  h('span', { class: `tag ${TONES[state] ?? ''}` }, named('state', state))

function startPanel(): HTMLElement {
  const kind = choice(
    t('storms.kind'),
    STORM_KINDS.map((name) => [name, named('storm', name)]),
  )
  const rate = field(t('storms.rate'), { type: 'number', min: 0.1, max: 50_000, step: 'any', value: 20 })
  const lasts = field(t('storms.for'), { type: 'number', min: 1, max: 600, value: 30, unit: t('seconds') })
  const outage = field(t('storms.outage'), {
    type: 'number',
    min: 1,
    max: 86_400,
    value: 60,
    unit: t('seconds'),
  })
  const share = field(t('storms.share'), { type: 'number', min: 1, max: 100, value: 30, unit: '%' })
  const kinds = choice(t('storms.kinds'), [
    ['', t('all')],
    ...KINDS.map((name) => [name, kindName(name)] as const),
  ])
  const types = field(t('storms.types'), { placeholder: t('storms.types.hint') })
  const devices = field(t('storms.devices'), { placeholder: t('storms.devices.hint') })
  const seed = field(t('fleet.seed'), { type: 'number', placeholder: t('fleet.platformSeed') })
  const why = h('p', { class: 'note' })
  const shown: Readonly<Record<Kind, readonly Field[]>> = {
    alarms: [rate, lasts, types, devices, seed],
    sos: [rate, lasts, devices, seed],
    offline: [rate, outage, share, kinds, seed],
    gps: [rate, lasts, devices, seed],
  }
  const all = [rate, lasts, outage, share, kinds, types, devices, seed]
  const chosen = () => kind.input.value as Kind
  const fit = () => {
    for (const one of all) one.box.hidden = !shown[chosen()].includes(one)
    setText(why, t(`storms.why.${chosen()}`))
  }
  kind.input.addEventListener('change', fit)
  fit()
  const some = (key: string, list: string[]) => (list.length > 0 ? { [key]: list } : {})
  const seeded = () => (numberOf(seed) === undefined ? {} : { seed: numberOf(seed) })
  const order = () => {
    const pace = { ratePerSecond: numberOf(rate) ?? 0, ...seeded() }
    if (chosen() === 'offline') {
      const target = { share: (numberOf(share) ?? 0) / 100, ...some('kinds', words(kinds.input.value)) }
      return { ...pace, target, outageMs: Math.round((numberOf(outage) ?? 0) * 1000) }
    }
    const forMs = Math.round((numberOf(lasts) ?? 0) * 1000)
    const aimed = { ...pace, forMs, ...some('devices', words(devices.input.value)) }
    return chosen() === 'alarms' ? { ...aimed, ...some('types', words(types.input.value)) } : aimed
  }
  const complain = (error?: Refused) => {
    const fields: Record<string, Field> = {
      ratePerSecond: rate,
      forMs: lasts,
      outageMs: outage,
      target: share,
      types,
      devices,
      seed,
    }
    for (const [key, one] of Object.entries(fields))
      one.complain(error?.field?.startsWith(key) ? error.message : undefined)
  }
  const start = () => {
    complain()
    return attempt(() => call(`/control/storms/${chosen()}`, order()), complain)
  }
  return panel(
    t('storms.start'),
    form(
      () => void start(),
      h('div', { class: 'fields' }, kind.box),
      why,
      h('div', { class: 'fields' }, ...all.map(({ box }) => box)),
      h('div', { class: 'foot' }, submit(t('start'))),
    ),
  )
}
