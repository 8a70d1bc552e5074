import { Input } from 'antd'
import { useEffect, useState } from 'react'

/** Typing asks again after this pause. */
const TYPING_MS = 400

/** A text to search by that goes to the URL when the typing pauses. */
export function SearchField(props: {
  label: string
  placeholder: string
  value: string | undefined
  onChange: (value: string) => void
  /** Pixels. */
  width?: number
  maxLength?: number
}) {
  const { label, placeholder, value = '', onChange, width = 150, maxLength = 64 } = props
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Input
      allowClear
      style={{ width }}
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
