import type { ScenarioRun } from '@backlot/contract/control/run-calls'
import { call } from '../api.ts'
import { fill, h, keyed, setText, table, textRow } from '../dom.ts'
import { count, span } from '../format.ts'
import { button, field, form, numberOf, panel, tick } from '../forms.ts'
import { attempt, reasonOf } from '../say.ts'
import type { Section } from '../section.ts'
import { t } from '../words.ts'
import { stateTag } from './storms.ts'

type Shipped = {
  id: string
  name: string
  description: string
  entries: number
  expectations: number
  lastsMs: number
  start?: string
  speed?: number
}

/** Shipped scenarios, their runs, and what came true of what they expect. */
export function scenariosSection(): Section {
  const chooser = chooserPanel()
  const { box, body } = table(t('scenarios.runs'), [
    t('scenarios.name'),
    t('storms.state'),
    t('storms.progress'),
    '',
    '',
  ])
  const empty = h('p', { class: 'empty' }, t('scenarios.runs.none'))
  const holder = h('div', {}, empty)
  const show = keyed<ScenarioRun>(body, ({ runId }) => runId, runRow)
  const verdicts = verdictsPanel()
  return {
    element: h(
      'div',
      { class: 'columns' },
      h('div', { class: 'column' }, chooser.element),
      h('div', { class: 'column wide' }, panel(t('scenarios.runs'), holder), verdicts.element),
    ),
    update({ runs }) {
      show(runs)
      const wanted = runs.length === 0 ? empty : box
      if (holder.firstElementChild !== wanted) fill(holder, wanted)
      verdicts.update(runs[0])
      chooser.update(runs.some(({ state }) => state === 'playing'))
    },
  }
}

function chooserPanel() {
  const ownStart = tick(t('scenarios.ownStart'))
  const speed = field(t('scenarios.speed'), {
    type: 'number',
    min: 0.1,
    max: 3600,
    step: 'any',
    placeholder: t('scenarios.speed.hint'),
    unit: '×',
  })
  const list = h('ul', { class: 'cards' })
  const runs: HTMLButtonElement[] = []
  const start = (id: string) =>
    attempt(() => {
      const rate = numberOf(speed)
      return call('/control/scenario/runs', {
        scenario: id,
        ownStart: ownStart.input.checked,
        ...(rate === undefined ? {} : { speed: rate }),
      })
    })
  const card = (one: Shipped) => {
    const run = button(t('scenarios.run'), () => void start(one.id), 'small primary', one.name)
    if (one.entries > 0) runs.push(run)
    const facts = [
      `${t('scenarios.entries')} ${one.entries}`,
      `${t('scenarios.expects')} ${one.expectations}`,
      `${t('scenarios.lasts')} ${span(one.lastsMs)}`,
      ...(one.start === undefined ? [] : [`${t('scenarios.startAt')} ${one.start}`]),
      ...(one.speed === undefined ? [] : [`×${one.speed}`]),
    ]
    return h(
      'li',
      {},
      h('div', {}, h('strong', {}, one.name), h('span', { class: 'code' }, one.id)),
      one.description === '' ? null : h('p', {}, one.description),
      h(
        'div',
        { class: 'card-foot' },
        h('span', { class: 'note' }, one.entries > 0 ? facts.join(' · ') : t('scenarios.nothing')),
        one.entries > 0 ? run : null,
      ),
    )
  }
  call<{ list: Shipped[] }>('/control/scenarios').then(
    ({ list: shipped }) => fill(list, ...shipped.map(card)),
    (error: unknown) => fill(list, h('li', {}, reasonOf(error))),
  )
  return {
    element: panel(
      t('scenarios.shipped'),
      h('p', { class: 'note' }, t('scenarios.why')),
      form(() => {}, h('div', { class: 'fields' }, speed.box, h('div', { class: 'foot' }, ownStart.box))),
      list,
    ),
    update(isPlaying: boolean) {
      for (const run of runs) run.disabled = isPlaying
    },
  }
}

function runRow({ runId, scenario }: ScenarioRun) {
  const stop = button(
    t('stop'),
    () => void attempt(() => call('/control/scenario/runs/stop', { runId })),
    'small danger',
    scenario,
  )
  const bar = h('progress', { max: 1 })
  const row = textRow<ScenarioRun>([
    ({ scenario }) => scenario,
    ({ state }) => [stateTag(state)],
    ({ begun, entries, open }) => [
      bar,
      h('span', { class: 'note' }, ` ${t('scenarios.progress', { begun, entries, open })}`),
    ],
    ({ held, failed, skipped }) =>
      (['held', 'failed', 'skipped'] as const)
        .map((key) => [key, { held, failed, skipped }[key]] as const)
        .filter(([, value]) => value > 0)
        .map(([key, value]) =>
          h(
            'span',
            { class: `tag ${key === 'held' ? 'good' : key === 'failed' ? 'bad' : ''}` },
            `${t(`state.${key}`)} ${count(value)}`,
          ),
        ),
  ])
  row.element.append(h('td', {}, stop))
  return {
    element: row.element,
    update(run: ScenarioRun) {
      bar.setAttribute('aria-label', run.scenario)
      bar.value = run.entries === 0 ? 1 : run.begun / run.entries
      stop.disabled = run.state !== 'playing'
      row.update(run)
    },
  }
}

type Verdict = ScenarioRun['verdicts'][number] & { key: string }

function verdictsPanel() {
  const { box, body } = table(t('scenarios.verdicts'), [
    t('scenarios.at'),
    t('scenarios.outcome'),
    t('scenarios.text'),
    t('scenarios.seen'),
  ])
  box.classList.add('tall')
  const head = h('p', { class: 'note' })
  const show = keyed<Verdict>(
    body,
    ({ key }) => key,
    () =>
      textRow<Verdict>(
        [
          ({ atMs }) => span(atMs),
          ({ outcome }) => [stateTag(outcome)],
          ({ text }) => text,
          ({ seen }) => seen,
        ],
        ['number', '', 'wrap', 'wrap'],
      ),
  )
  return {
    element: panel(t('scenarios.verdicts'), head, box),
    update(run: ScenarioRun | undefined) {
      const list = run?.verdicts ?? []
      setText(head, list.length === 0 ? t('scenarios.verdicts.none') : (run?.error ?? run?.scenario ?? ''))
      box.hidden = list.length === 0
      show(list.map((verdict, i) => ({ ...verdict, key: `${run?.runId} ${i}` })).reverse())
    },
  }
}
