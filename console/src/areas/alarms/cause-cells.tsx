import { RightOutlined } from '@ant-design/icons'
import type { AlarmGroup } from '../../features/alarms/alarm-groups.ts'
import { useText } from '../../language/language.ts'
import type { AlarmLine } from './page-groups.ts'
import { isOpenNow } from './review/next-open.ts'
import '../../components/bare-button.css'

/** Opens a row of several alarms to show them. */
export function CauseToggle({ line, onToggle }: { line: AlarmLine; onToggle: (line: AlarmLine) => void }) {
  const t = useText('alarms')
  const { group, isOpen = false } = line
  if (!group) return null
  return (
    <button
      type="button"
      className="bare-button alarm-cause-toggle"
      aria-expanded={isOpen}
      aria-label={t('query.causeOf', { name: group.name, count: group.count })}
      onClick={() => onToggle(line)}
    >
      <RightOutlined />
    </button>
  )
}

/** How many alarms of a row wait to be processed. */
export function CauseOpen({ group }: { group: AlarmGroup }) {
  const t = useText('alarms')
  const count = group.alarms.filter(isOpenNow).length
  return (
    <span className="alarm-cause-open" data-open={count > 0}>
      {count > 0 ? t('query.causeOpen', { count }) : t('query.causeDone')}
    </span>
  )
}
