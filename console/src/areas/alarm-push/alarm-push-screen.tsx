import { Segmented } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ShownOnceDialog } from '../../components/shown-once/shown-once-dialog.tsx'
import { useText } from '../../language/language.ts'
import { LogTable } from './log-table.tsx'
import type { NewSecret } from './new-secret.ts'
import { RuleTable } from './rule-table.tsx'
import './alarm-push.css'

const PARTS = ['rules', 'log'] as const

/** Rules that push alarms to other systems, and the results of their requests. */
export function AlarmPushScreen() {
  const t = useText('alarmPush')
  const [search, setSearch] = useSearchParams()
  const [secret, setSecret] = useState<NewSecret>()
  const part = PARTS.find((one) => one === search.get('part')) ?? 'rules'
  return (
    <div className="push-screen">
      <header className="push-screen-head">
        <Segmented
          aria-label={t('title')}
          value={part}
          options={PARTS.map((value) => ({ value, label: t(`part.${value}`) }))}
          onChange={(value) => setSearch(value === 'rules' ? {} : { part: value })}
        />
      </header>
      {part === 'rules' ? (
        <RuleTable
          onSecret={setSecret}
          onShowLog={({ id }) => setSearch({ part: 'log', ruleId: String(id) })}
        />
      ) : (
        <LogTable />
      )}
      {secret && (
        <ShownOnceDialog
          title={t('secretTitle', { name: secret.name })}
          note={t('secretOnce')}
          text={secret.secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </div>
  )
}
