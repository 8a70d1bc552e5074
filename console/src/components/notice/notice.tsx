import './notice.css'

type NoticeProps = { text: string; action?: string; onAction?: () => void }

/** A line above the screens: a problem of the connection or the page, and a button that may help. */
export function Notice({ text, action, onAction }: NoticeProps) {
  return (
    <div className="notice" role="status">
      <span>{text}</span>
      {action && (
        <button type="button" className="notice-action" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  )
}
