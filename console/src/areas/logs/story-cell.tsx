import type { UserLogRow } from '@backlot/contract/logs/entities'
import { Link } from 'react-router-dom'
import { isPathPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import { storyOf, storyText, TARGET, WHO, whoOf } from './log-story.ts'
import type { LogWords } from './log-words.ts'
import { TargetCell } from './target-cell.tsx'

/** What happened, as one sentence: the person and the target lead to where they are shown. */
export function StoryCell({ row, words }: { row: UserLogRow; words: LogWords }) {
  const parts = storyOf(row, words).split(/([\uE000\uE001])/)
  return (
    <span className="log-story" title={storyText(row, words)}>
      {parts.map((part, place) => {
        const key = `${place}`
        if (part === WHO) return <Who key={key} row={row} words={words} />
        return part === TARGET ? <TargetCell key={key} row={row} /> : part
      })}
    </span>
  )
}

const USERS = '/systemManange/userManage'

function Who({ row, words }: { row: UserLogRow; words: LogWords }) {
  const grant = useSession()
  const name = whoOf(row, words)
  if (row.userId === 0 || row.loginName === '' || !isPathPermitted(USERS, grant)) return <b>{name}</b>
  return (
    <Link to={`${USERS}?${new URLSearchParams({ name: row.loginName })}`} title={row.loginName}>
      {name}
    </Link>
  )
}
