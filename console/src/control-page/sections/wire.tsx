import type { FrameField, WireFrame } from '@backlot/contract/control/live-calls'
import { perWire, WIRES } from '@backlot/contract/wires/wires'
import { useState } from 'react'
import { create } from 'zustand'
import { CaptureButtons } from '../capture-buttons.tsx'
import { Field } from '../form.tsx'
import { shortTime } from '../format.ts'
import { useListening } from '../live.ts'
import { createLog } from '../log.ts'
import { LogView } from '../log-view.tsx'
import { type Column, Panel, Table } from '../parts.tsx'
import { either, t } from '../text.ts'

const PROTOCOLS = perWire((wire) => WIRES[wire].title)

const log = createLog<WireFrame>()
/** Filters stay when another section is opened, as the log does. */
const useFilters = create(() => ({ protocol: '', direction: '', sn: '' }))

/** Every frame at the gateways, in hex and field by field. Heard only while this section is shown. */
export function WireSection() {
  const filters = useFilters()
  const [chosen, choose] = useState<WireFrame>()
  const given = { direction: filters.direction, sn: filters.sn.trim() }
  useListening(
    {
      state: '0',
      wires: filters.protocol || Object.keys(PROTOCOLS).join(','),
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
    },
    (message) => {
      if (message.type === 'frames') log.add(message.list, message.seen, message.left)
    },
  )
  const filter = (key: keyof typeof filters) => ({
    value: filters[key],
    onChange: (value: string) => useFilters.setState({ [key]: value }),
  })
  const ways = ['in', 'out'] as const
  const [choice] = useState({ choose, nameOf, isBad: ({ problem }: WireFrame) => problem !== undefined })
  return (
    <>
      <Panel head={t('wire.head')}>
        <div className="fields">
          <Field
            label={t('wire.protocol')}
            choices={[['', t('any')], ...Object.entries(PROTOCOLS)]}
            {...filter('protocol')}
          />
          <Field
            label={t('wire.direction')}
            choices={[['', t('wire.both')], ...ways.map((way) => [way, t(`wire.${way}`)] as const)]}
            {...filter('direction')}
          />
          <Field label={t('log.device')} type="search" {...filter('sn')} />
        </div>
        <LogView<WireFrame>
          log={log}
          label={t('wire.head')}
          columns={frameColumns}
          choice={choice}
          chosen={chosen}
          none={t('wire.none')}
          textOf={({ sn, code, title, hex, text = '', problem = '' }) =>
            `${sn} ${code} ${title.en} ${title.zh} ${hex} ${text} ${problem}`
          }
          fileName="backlot-wire"
          more={(found) => (
            <CaptureButtons
              found={found}
              wires={filters.protocol || Object.keys(PROTOCOLS).join(',')}
              sn={given.sn}
            />
          )}
        />
      </Panel>
      <Panel head={t('wire.fields')}>
        {chosen ? <FrameDetail frame={chosen} /> : <p className="none">{t('wire.pick')}</p>}
      </Panel>
    </>
  )
}

const nameOf = ({ code, title }: WireFrame) => `${code} ${either(title)}`

const frameColumns = (): Column<WireFrame>[] => [
  [t('time'), ({ atMs }) => shortTime(atMs), 'number'],
  ['', ({ direction }) => <Way direction={direction} />],
  [t('wire.protocol'), ({ protocol }) => PROTOCOLS[protocol]],
  [t('serial'), ({ sn }) => sn, 'code'],
  [t('wire.code'), ({ code }) => code, 'code'],
  [t('wire.title'), (frame) => <Title frame={frame} />],
  [t('wire.bytes'), ({ hex }) => hex.length / 2, 'number'],
]

const Way = ({ direction }: Pick<WireFrame, 'direction'>) => (
  <span className={`way ${direction}`} title={t(`wire.${direction}`)}>
    {direction === 'in' ? '→' : '←'}
  </span>
)

const Title = ({ frame: { title, problem } }: { frame: WireFrame }) => (
  <>
    {either(title)}
    {problem !== undefined && <span className="tag bad">{t('wire.problem')}</span>}
  </>
)

function FrameDetail({ frame }: { frame: WireFrame }) {
  const { atMs, protocol, direction, sn, hex, text, fields, problem } = frame
  const columns: Column<FrameField>[] = [
    [t('wire.field'), ({ key }) => key, 'code'],
    [t('what'), ({ name }) => either(name)],
    [t('wire.value'), ({ value }) => value, 'code wrap'],
    [t('wire.note'), ({ note }) => note && either(note), 'wrap'],
  ]
  return (
    <>
      <p>
        <strong>{nameOf(frame)}</strong> {PROTOCOLS[protocol]} {t(`wire.${direction}`)} ·{' '}
        <span className="code">{sn}</span> · {shortTime(atMs)}
      </p>
      {problem !== undefined && <p className="trouble">{problem}</p>}
      <Table
        label={t('wire.fields')}
        columns={columns}
        rows={fields}
        keyOf={(field) => fields.indexOf(field)}
      />
      <Raw label={t('wire.hex')}>{hexDump(hex)}</Raw>
      {text !== undefined && (
        <Raw label={t('wire.text')} kind="wrap">
          {text}
        </Raw>
      )}
    </>
  )
}

const Raw = ({ label, kind = '', children }: { label: string; kind?: string; children: string }) => (
  <>
    <h3>{label}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by its focus */}
    <section className={`raw ${kind}`} tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  </>
)

const LINE_BYTES = 16

/** Offset, sixteen bytes, and their printable characters. */
function hexDump(hex: string): string {
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
