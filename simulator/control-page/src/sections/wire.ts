import type { FrameField, WireFrame } from '@backlot/contract/control/live-calls'
import { fill, h, table } from '../dom.ts'
import { shortTime } from '../format.ts'
import { choice, field, panel } from '../forms.ts'
import { type Listening, listen } from '../live.ts'
import { type LogView, logView } from '../log-view.ts'
import type { Section } from '../section.ts'
import { either, lang, t } from '../words.ts'

type Filters = { protocol: string; direction: string; sn: string }
/** What was heard stays when another part of the page is looked at. */
let log: LogView<WireFrame> | undefined
let logLanguage: string | undefined
let filters: Filters = { protocol: '', direction: '', sn: '' }
let pick: (frame: WireFrame) => void = () => {}

const NAMES: Readonly<Record<WireFrame['protocol'], string>> = { hj212: 'HJ 212', jt808: 'JT/T 808' }
const TYPING_MS = 300

/** Every frame at the gateways, in hex and field by field. Heard only while this part is shown. */
export function wireSection(): Section {
  const protocol = choice(t('wire.protocol'), [['', t('any')], ...Object.entries(NAMES)], {
    value: filters.protocol,
  })
  const direction = choice(
    t('wire.direction'),
    [
      ['', t('wire.both')],
      ['in', t('wire.in')],
      ['out', t('wire.out')],
    ],
    { value: filters.direction },
  )
  const sn = field(t('log.device'), { type: 'search', value: filters.sn })
  const detail = h('div', { class: 'frame-detail' }, h('p', { class: 'empty' }, t('wire.pick')))
  pick = (frame) => fill(detail, ...frameDetail(frame))
  if (!log || logLanguage !== lang()) log = makeLog()
  logLanguage = lang()
  let listening: Listening | undefined
  const hear = () => {
    listening?.close()
    filters = { protocol: protocol.input.value, direction: direction.input.value, sn: sn.input.value.trim() }
    const query: Record<string, string> = {
      state: '0',
      wires: filters.protocol || Object.keys(NAMES).join(','),
    }
    if (filters.direction !== '') query['direction'] = filters.direction
    if (filters.sn !== '') query['sn'] = filters.sn
    listening = listen(query, (message) => {
      if (message.type === 'frames') log?.add(message.list, message.seen, message.left)
    })
  }
  let typing: ReturnType<typeof setTimeout> | undefined
  const hearSoon = () => {
    clearTimeout(typing)
    typing = setTimeout(hear, TYPING_MS)
  }
  for (const { input } of [protocol, direction, sn]) input.addEventListener('input', hearSoon)
  hear()
  return {
    element: h(
      'div',
      { class: 'columns wire' },
      h(
        'div',
        { class: 'column wide' },
        panel(
          t('wire.head'),
          h('div', { class: 'fields' }, protocol.box, direction.box, sn.box),
          log.element,
        ),
      ),
      h('div', { class: 'column' }, panel(t('wire.fields'), detail)),
    ),
    update() {},
    close() {
      clearTimeout(typing)
      listening?.close()
    },
  }
}

function makeLog(): LogView<WireFrame> {
  return logView<WireFrame>({
    label: t('wire.head'),
    heads: [
      t('log.time'),
      '',
      t('wire.protocol'),
      t('log.sn'),
      t('wire.code'),
      t('wire.title'),
      t('wire.bytes'),
    ],
    empty: t('wire.none'),
    fileName: 'backlot-wire',
    filters: [],
    text: ({ sn, code, title, hex, text, problem }) =>
      `${sn} ${code} ${title.en} ${title.zh} ${hex} ${text ?? ''} ${problem ?? ''}`,
    row(frame) {
      const { atMs, direction, protocol, sn, code, title, hex, problem } = frame
      const row = h(
        'tr',
        {
          class: problem === undefined ? 'pickable' : 'pickable troubled',
          tabindex: 0,
          'aria-label': `${code} ${either(title)}`,
        },
        h('td', { class: 'number' }, shortTime(atMs)),
        h('td', { class: `way ${direction}`, title: t(`wire.${direction}`) }, direction === 'in' ? '→' : '←'),
        h('td', {}, NAMES[protocol]),
        h('td', { class: 'code' }, sn),
        h('td', { class: 'code' }, code),
        h(
          'td',
          {},
          either(title),
          problem === undefined ? null : h('span', { class: 'tag bad' }, t('wire.problem')),
        ),
        h('td', { class: 'number' }, String(hex.length / 2)),
      )
      const choose = () => {
        for (const other of row.parentElement?.querySelectorAll('[aria-selected]') ?? [])
          other.removeAttribute('aria-selected')
        row.setAttribute('aria-selected', 'true')
        pick(frame)
      }
      row.addEventListener('click', choose)
      row.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        choose()
      })
      return row
    },
  })
}

function frameDetail({
  atMs,
  protocol,
  direction,
  sn,
  code,
  title,
  hex,
  text,
  fields,
  problem,
}: WireFrame): HTMLElement[] {
  const { box, body } = table(t('wire.fields'), [
    t('wire.field'),
    t('log.what'),
    t('wire.value'),
    t('wire.note'),
  ])
  body.append(...fields.map(fieldRow))
  return [
    h(
      'p',
      { class: 'frame-head' },
      h('strong', {}, `${code} ${either(title)}`),
      ` ${NAMES[protocol]} ${t(`wire.${direction}`)} · `,
      h('span', { class: 'code' }, sn),
      ` · ${shortTime(atMs)}`,
    ),
    ...(problem === undefined ? [] : [h('p', { class: 'trouble' }, problem)]),
    ...(fields.length === 0 ? [] : [box]),
    h('h3', {}, t('wire.hex')),
    h('pre', { class: 'hex', tabindex: 0, role: 'region', 'aria-label': t('wire.hex') }, hexDump(hex)),
    ...(text === undefined
      ? []
      : [
          h('h3', {}, t('wire.text')),
          h('pre', { class: 'raw', tabindex: 0, role: 'region', 'aria-label': t('wire.text') }, text),
        ]),
  ]
}

const fieldRow = ({ key, name, value, note }: FrameField) =>
  h(
    'tr',
    {},
    h('td', { class: 'code' }, key),
    h('td', {}, either(name)),
    h('td', { class: 'code wrap' }, value),
    h('td', { class: 'wrap' }, note ? either(note) : ''),
  )

const LINE_BYTES = 16

/** Offset, sixteen bytes, and what of them can be read. */
export function hexDump(hex: string): string {
  const bytes = hex.match(/../g) ?? []
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    const part = bytes.slice(at, at + LINE_BYTES)
    const readable = part.map((byte) => {
      const code = Number.parseInt(byte, 16)
      return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '.'
    })
    const left = part.slice(0, 8).join(' ').padEnd(23)
    const right = part.slice(8).join(' ').padEnd(23)
    lines.push(`${at.toString(16).padStart(4, '0')}  ${left}  ${right}  ${readable.join('')}`)
  }
  return lines.join('\n')
}
