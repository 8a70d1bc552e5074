import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { fieldWidth } from './text-width.ts'

/** Typing asks again after this pause. */
const TYPING_MS = 400

/** No field is narrower, and none grows beyond this by its placeholder. */
const LEAST_PX = 150
const MOST_PX = 280

/** A text to search by that goes to the URL when the typing pauses. */
export function SearchField(props: {
  label: string
  placeholder: string
  value: string | undefined
  onChange: (value: string) => void
  /** Pixels; left out: as its placeholder needs. */
  width?: number
  maxLength: number | undefined
  /** The Enter key was pressed. */
  onDone?: (value: string | undefined) => void
}) {
  const {
    label,
    placeholder,
    value = '',
    onChange,
    width = fieldWidth([placeholder], LEAST_PX, MOST_PX),
    maxLength,
    onDone,
  } = props
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const ask = () => {
    if (typed !== value) onChange(typed)
  }
  return (
    <Input
      allowClear
      style={{ width }}
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={ask}
      onPressEnter={() => {
        ask()
        onDone?.(typed || undefined)
      }}
    />
  )
}
