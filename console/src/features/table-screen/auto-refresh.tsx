import { LIMITS } from '@backlot/contract/limits'
import { Select } from 'antd'
import { useText } from '../../language/language.ts'

/** How often the rows are reloaded (stated choices); undefined: only on request. */
export function AutoRefresh(props: {
  seconds: number | undefined
  onChange: (seconds: number | undefined) => void
}) {
  const t = useText('shell')
  return (
    <Select
      className="table-auto"
      aria-label={t('table.autoRefresh')}
      value={props.seconds ?? 0}
      onChange={(seconds) => props.onChange(seconds === 0 ? undefined : seconds)}
      options={[
        { value: 0, label: t('table.autoRefreshOff') },
        ...LIMITS.autoRefreshSeconds.map((seconds) => ({
          value: seconds,
          label: t('table.everySeconds', { seconds }),
        })),
      ]}
    />
  )
}
