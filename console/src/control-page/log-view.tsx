import { type ReactNode, useState } from 'react'
import { saveFile } from '../features/player/snapshot.ts'
import { Field } from './form.tsx'
import { count } from './format.ts'
import { useTick } from './live.ts'
import type { createLog } from './log.ts'
import { Button, type Column, Table, type TableProps } from './parts.tsx'
import { t } from './text.ts'

/** A page with more rows stops being quick. */
const DRAWN_MAX = 300

type LogViewProps<Entry extends { n: number }> = {
  log: ReturnType<typeof createLog<Entry>>
  columns(): readonly Column<Entry>[]
  /** Text of an entry that the search looks in. */
  textOf(entry: Entry): string
  /** Name of the saved file, without its ending. */
  fileName: string
  filters?: ReactNode
  /** Further buttons, which get the entries that are found. */
  more?(found: readonly Entry[]): ReactNode
} & Pick<TableProps<Entry>, 'label' | 'none' | 'choice' | 'chosen'>

/** A log with controls that search, pause, clear and save it. */
export function LogView<Entry extends { n: number }>(props: LogViewProps<Entry>) {
  const { log, columns, textOf, fileName, filters, more, ...table } = props
  const { stored, waiting, left, isPaused, find } = log.useLog()
  // The same at each drawing, so that rows that are there are not drawn again.
  const [ownColumns] = useState(columns)
  useTick(1000)
  const wanted = find.trim().toLowerCase()
  const found =
    wanted === '' ? stored : stored.filter((entry) => textOf(entry).toLowerCase().includes(wanted))
  const shown = found.slice(-DRAWN_MAX).reverse()
  const numbers = [
    t('log.shown', { shown: count(shown.length), kept: count(stored.length) }),
    t('log.rate', { rate: count(log.rate()) }),
    left > 0 && t('log.left', { left: count(left) }),
    isPaused && t('log.paused', { waiting: count(waiting.length) }),
  ]
  const save = () => {
    const lines = found.map((entry) => `${JSON.stringify(entry)}\n`)
    saveFile(new Blob(lines, { type: 'application/x-ndjson' }), `${fileName}.jsonl`)
  }
  return (
    <div className="log-view">
      <div className="fields log-tools">
        {filters}
        <Field
          label={t('log.filter')}
          type="search"
          kind="grow"
          value={find}
          onChange={(text) => log.useLog.setState({ find: text })}
        />
        <p className="note numbers">{numbers.filter(Boolean).join(' · ')}</p>
        <div className="buttons at-foot">
          <Button isPressed={isPaused} onPress={log.pauseOrResume}>
            {isPaused ? t('resume') : t('pause')}
          </Button>
          <Button onPress={log.clear}>{t('log.clear')}</Button>
          <Button onPress={save}>{t('log.save')}</Button>
          {more?.(found)}
        </div>
      </div>
      <Table {...table} columns={ownColumns} rows={shown} keyOf={({ n }) => n} kind="log" />
    </div>
  )
}
