import { useText } from '../../../language/language.ts'
import { useMayHandle } from '../use-may-handle.ts'
import { REVIEW_LETTERS } from './review-keys.ts'
import './review-help.css'

/** The keys of a focused row, in one line; not there where there is no keyboard, or nothing to process with it. */
export function ReviewHelp() {
  const t = useText('alarms')
  if (!useMayHandle()) return null
  const keys = [
    [['J', 'K'], t('review.keyMove')],
    [[REVIEW_LETTERS.confirm], t('review.keyConfirm')],
    [[REVIEW_LETTERS.misjudge], t('review.keyMisjudge')],
    [[REVIEW_LETTERS.order], t('review.keyOrder')],
  ] as const
  return (
    <p className="review-help">
      {keys.map(([letters, says]) => (
        <span key={says}>
          {letters.map((letter) => (
            <kbd key={letter}>{letter}</kbd>
          ))}{' '}
          {says}
        </span>
      ))}
    </p>
  )
}
