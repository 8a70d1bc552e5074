import type { FaultState } from '@backlot/contract/control/fault-calls'
import { call, Refused } from '../api.ts'
import { fill, h, keyed, setText, table, textRow } from '../dom.ts'
import { count, span } from '../format.ts'
import { button, choice, type Field, field, form, numberOf, panel, submit, words } from '../forms.ts'
import { attempt, say } from '../say.ts'
import { type Schema, type SchemaForm, schemaForm } from '../schema-form.ts'
import type { Section } from '../section.ts'
import { lang, t, type WordKey } from '../words.ts'
import { FAULT_SUMMARIES } from './fault-summaries.ts'
import { stateTag } from './storms.ts'

type Kind = { name: string; summary: string; targets: string[]; parameters: Schema }

/** What goes wrong on purpose. */
export function faultsSection(): Section {
  const { box, body } = table(t('faults.list'), [
    t('faults.id'),
    t('faults.state'),
    t('faults.struck'),
    t('faults.target'),
    t('faults.parameters'),
    t('faults.when'),
    '',
  ])
  const empty = h('p', { class: 'empty' }, t('faults.none'))
  const holder = h('div', {}, empty)
  const removeAll = button(
    t('faults.removeAll'),
    () => void attempt(() => call('/control/faults/remove', {})),
    'danger',
  )
  const show = keyed<FaultState>(body, ({ id }) => id, faultRow)
  const list = panel(t('faults.list'), holder, h('div', { class: 'foot' }, removeAll))
  return {
    element: h(
      'div',
      { class: 'columns' },
      h('div', { class: 'column' }, attachPanel()),
      h('div', { class: 'column wide' }, list),
    ),
    update({ faults }) {
      show([...faults].reverse())
      const wanted = faults.length === 0 ? empty : box
      if (holder.firstElementChild !== wanted) fill(holder, wanted)
      removeAll.disabled = faults.length === 0
    },
  }
}

function faultRow({ id }: FaultState) {
  const remove = button(
    t('remove'),
    () => void attempt(() => call('/control/faults/remove', { ids: [id] })),
    'small danger',
    id,
  )
  const row = textRow<FaultState>(
    [
      () => id,
      ({ state }) => [stateTag(state)],
      ({ struck }) => count(struck),
      targetText,
      ({ parameters }) => pairs(parameters) || '–',
      whenText,
    ],
    ['code', '', 'number', 'wrap', 'wrap', 'wrap'],
  )
  row.element.append(h('td', {}, remove))
  return row
}

const pairs = (given: object) =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ')

function targetText({ target }: FaultState): string {
  const parts = Object.entries(target).flatMap(([key, value]) => {
    if (value === undefined) return []
    const text = Array.isArray(value)
      ? value.join(', ')
      : key === 'share'
        ? `${Math.round(Number(value) * 100)} %`
        : String(value)
    return [`${t(`target.${key}` as WordKey)} ${text}`]
  })
  return parts.join('; ') || t('faults.everything')
}

function whenText({ schedule: { afterMs, forMs, everyMs, strikeMs }, probability }: FaultState): string {
  const parts = [
    afterMs === undefined ? '' : t('when.after', { span: span(afterMs) }),
    forMs === undefined ? '' : t('when.for', { span: span(forMs) }),
    everyMs === undefined ? '' : t('when.every', { strike: span(strikeMs ?? 0), every: span(everyMs) }),
    probability === 1 ? '' : t('when.probability', { percent: Math.round(probability * 1000) / 10 }),
  ].filter((part) => part !== '')
  return parts.join(', ') || t('faults.always')
}

const seconds = (label: string) =>
  field(label, { type: 'number', min: 0.001, step: 'any', unit: t('seconds') })
const asMs = (one: Field) => {
  const value = numberOf(one)
  return value === undefined ? undefined : Math.round(value * 1000)
}

function attachPanel(): HTMLElement {
  const hole = h('div')
  const element = panel(t('faults.add'), hole)
  call<{ list: Kind[] }>('/control/faults/kinds').then(
    ({ list }) => fill(hole, attachForm(list)),
    (error: unknown) => say(String(error), 'bad'),
  )
  return element
}

function attachForm(kinds: readonly Kind[]): HTMLElement {
  const kind = choice(
    t('faults.kind'),
    [...kinds]
      .map(({ name }) => name)
      .sort()
      .map((name) => [name, name]),
    { class: 'grow' },
  )
  const summary = h('p', { class: 'note' })
  const parametersHole = h('div')
  const targetsHole = h('div', { class: 'fields' })
  const probability = field(t('faults.probability'), {
    type: 'number',
    min: 0.001,
    max: 1,
    step: 'any',
    value: 1,
  })
  const seed = field(t('faults.seed'), { type: 'number', placeholder: t('fleet.platformSeed') })
  const schedule = {
    afterMs: seconds(t('faults.after')),
    forMs: seconds(t('faults.for')),
    everyMs: seconds(t('faults.every')),
    strikeMs: seconds(t('faults.strike')),
  }
  let parameters: SchemaForm = schemaForm({})
  let targets = new Map<string, Field>()
  const fit = () => {
    const chosen = kinds.find(({ name }) => name === kind.input.value)
    if (!chosen) return
    setText(summary, (lang() === 'zh' && FAULT_SUMMARIES[chosen.name]) || chosen.summary)
    parameters = schemaForm(chosen.parameters)
    fill(
      parametersHole,
      parameters.isEmpty ? h('p', { class: 'note' }, t('faults.noParameters')) : parameters.element,
    )
    targets = new Map(chosen.targets.map((name) => [name, targetField(name)]))
    fill(targetsHole, ...[...targets.values()].map(({ box }) => box))
  }
  kind.input.addEventListener('change', fit)
  fit()
  const complain = (error?: Refused) => {
    const [at, name] = (error?.field ?? '').replace(/^faults\.0\./, '').split('.')
    const text = error?.message
    parameters.complain(at === 'parameters' ? name : undefined, text)
    for (const [key, one] of targets) one.complain(at === 'target' && key === name ? text : undefined)
    for (const [key, one] of Object.entries(schedule))
      one.complain(at === 'schedule' && key === name ? text : undefined)
    probability.complain(at === 'probability' ? text : undefined)
  }
  const attach = () => {
    complain()
    return attempt(async () => {
      let given: Record<string, unknown>
      try {
        given = parameters.value()
      } catch (error) {
        throw new Refused((error as Error).message, 0)
      }
      const order = {
        fault: kind.input.value,
        parameters: given,
        target: Object.fromEntries([...targets].flatMap(([key, one]) => targetValue(key, one.input.value))),
        schedule: Object.fromEntries(
          Object.entries(schedule)
            .map(([key, one]) => [key, asMs(one)] as const)
            .filter(([, value]) => value !== undefined),
        ),
        probability: numberOf(probability) ?? 0,
        ...(numberOf(seed) === undefined ? {} : { seed: numberOf(seed) }),
      }
      await call('/control/faults', { faults: [order] })
    }, complain)
  }
  return form(
    () => void attach(),
    h('div', { class: 'fields' }, kind.box),
    summary,
    h('h3', {}, t('faults.parameters')),
    parametersHole,
    h('h3', {}, t('faults.targets')),
    targetsHole,
    h('h3', {}, t('faults.schedule')),
    h('div', { class: 'fields four' }, ...Object.values(schedule).map(({ box }) => box)),
    h('div', { class: 'fields' }, probability.box, seed.box),
    h('div', { class: 'foot' }, submit(t('faults.attach'))),
  )
}

function targetField(name: string): Field {
  const label = t(`target.${name}` as WordKey)
  if (name === 'share')
    return field(label, { type: 'number', min: 0.1, max: 100, step: 'any', unit: '%', placeholder: '100' })
  const example: Record<string, string> = {
    paths: '/alarm/*',
    kinds: 'camera, vehicle',
    protocols: 'hj212, jt808',
    accounts: 'admin',
  }
  return field(label, { placeholder: example[name] ?? t('faults.commas') })
}

function targetValue(name: string, text: string): [string, unknown][] {
  if (text.trim() === '') return []
  if (name === 'share') return [[name, Number(text) / 100]]
  return [[name, name === 'groups' ? words(text).map(Number) : words(text)]]
}
