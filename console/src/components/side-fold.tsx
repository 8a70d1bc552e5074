import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import './side-fold.css'

type SideFoldProps = {
  folded: boolean
  /** Label of the action. */
  label: string
  onFold(folded: boolean): void
}

/** The tongue at the right edge of a panel that folds it to the left, and brings it back. */
export function SideFold({ folded, label, onFold }: SideFoldProps) {
  return (
    <button
      type="button"
      className="side-fold"
      aria-expanded={!folded}
      aria-label={label}
      title={label}
      onClick={() => onFold(!folded)}
    >
      <span aria-hidden="true">{folded ? <RightOutlined /> : <LeftOutlined />}</span>
    </button>
  )
}
