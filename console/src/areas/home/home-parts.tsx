import { Empty, Spin } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { DefinedTerm, type Term } from '../../components/defined-term.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'

const PERCENT = 100

type FigureProps = {
  label: string
  value: number | string
  of?: number | undefined
  share?: number | undefined
  tone?: 'danger' | 'warn' | undefined
  /** Where it leads; without, it is no link. */
  to?: string | undefined
  /** Definition of the figure. */
  term?: Term | undefined
}

/** One number of the day, leading to its list. */
export function Figure({ label, value, of, share, tone, to, term }: FigureProps) {
  const inner = (
    <>
      <span className="home-figure-label">{label}</span>
      <span className="home-figure-value" data-tone={tone}>
        {value}
        {of !== undefined && <span className="home-figure-of"> / {of}</span>}
      </span>
      {share !== undefined && (
        <span className="home-figure-share" aria-hidden="true">
          <span style={{ width: `${share * PERCENT}%` }} />
        </span>
      )}
    </>
  )
  const figure = to ? (
    <Link className="home-figure" to={to}>
      {inner}
    </Link>
  ) : (
    <div className="home-figure">{inner}</div>
  )
  return term ? <DefinedTerm term={term}>{figure}</DefinedTerm> : figure
}

/** A block of the page; `legend`: colours of open and processed alarms. */
export function Panel(props: {
  name: string
  title: string
  legend?: boolean
  more?: ReactNode
  children: ReactNode
}) {
  const t = useText('home')
  return (
    <section className={`home-panel home-${props.name}`} aria-label={props.title}>
      <header>
        <h2>{props.title}</h2>
        {props.legend && (
          <span className="home-legend" aria-hidden="true">
            <i className="hour-open" /> {t('legendOpen')}
            <i className="hour-processed" /> {t('legendProcessed')}
          </span>
        )}
        {props.more}
      </header>
      {props.children}
    </section>
  )
}

export function None() {
  const t = useText('home')
  return <Empty description={t('none')} />
}

/** In place of data that have not come yet: that they are loading, or why they do not come. */
export function Waiting({ error }: { error?: Error | null }) {
  const t = useText('home')
  if (error) return <p className="home-none">{errorText(error)}</p>
  return (
    <div className="home-none" role="status">
      <Spin size="small" /> {t('waiting')}
    </div>
  )
}

/** A row of bars: its name leads somewhere when it may. */
export function BarRow(props: {
  name: string
  icon?: ReactNode
  to?: string | undefined
  count: ReactNode
  /** Meaning of the bar's parts, where the count does not show it. */
  says?: string
  /** Shares of the bar with the class of each. */
  parts: readonly (readonly [share: number, look: string])[]
}) {
  const name = (
    <>
      {props.icon}
      <span title={props.name}>{props.name}</span>
    </>
  )
  return (
    <li>
      {props.to ? (
        <Link className="bar-name" to={props.to}>
          {name}
        </Link>
      ) : (
        <span className="bar-name">{name}</span>
      )}
      <span className="bar" title={props.says} aria-hidden="true">
        {props.parts.map(([share, look]) => (
          <span key={look} className={look} style={{ width: `${share * PERCENT}%` }} />
        ))}
      </span>
      <span className="bar-count" aria-hidden={props.says !== undefined || undefined}>
        {props.count}
      </span>
      {props.says && <span className="visually-hidden">{props.says}</span>}
    </li>
  )
}

/** A row of a list of new items; without `onOpen` it cannot be pressed. */
export function NewestRow({ onOpen, children }: { onOpen: (() => void) | undefined; children: ReactNode }) {
  if (!onOpen) return <div className="newest-row">{children}</div>
  return (
    <button type="button" className="newest-row" onClick={onOpen}>
      {children}
    </button>
  )
}
