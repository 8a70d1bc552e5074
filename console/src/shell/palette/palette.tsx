import { SearchOutlined } from '@ant-design/icons'
import { Input, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../language/language.ts'
import type { Found, FoundGroup } from './found.ts'
import { usePalette } from './palette-state.ts'
import { useCommandsFound } from './use-commands-found.tsx'
import { useDevicesFound } from './use-devices-found.tsx'
import { useNumbersFound } from './use-numbers-found.tsx'
import { usePlacesFound } from './use-places-found.tsx'
import { useScreensFound } from './use-screens-found.tsx'
import { useWorkspacesFound } from './use-workspaces-found.tsx'
import './palette.css'

const MOST_LETTERS = 80
const WIDTH = 640

/** Finds screens, workspaces, devices, places, alarms and actions by what is typed, and opens them by Enter. */
export function Palette({ onClose }: { onClose(): void }) {
  const t = useText('palette')
  const { typed, isEntered } = usePalette()
  const [chosen, setChosen] = useState<string>()
  const list = useId()
  const groups = useGroups(typed)
  const all = groups.flatMap(({ found }) => found)
  const at = Math.max(
    0,
    all.findIndex(({ key }) => key === chosen),
  )
  const active = all[at]

  const run = (found: Found | undefined, other: boolean) => {
    const action = other ? found?.other : found
    if (!action) return
    onClose()
    action.run()
  }
  // Enter was faster than the search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs what is found first
  useEffect(() => {
    if (isEntered) run(active, false)
  }, [isEntered, active === undefined])
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && all.length > 0) {
      event.preventDefault()
      setChosen(all[(at + step + all.length) % all.length]?.key)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && !event.repeat) {
      event.preventDefault()
      if (active) run(active, event.ctrlKey || event.metaKey)
      else usePalette.setState({ isEntered: true })
    }
  }
  return (
    <Modal
      open
      title={<span className="visually-hidden">{t('title')}</span>}
      className="palette"
      width={WIDTH}
      style={{ top: '10vh' }}
      footer={null}
      closable={false}
      transitionName=""
      maskTransitionName=""
      onCancel={onClose}
    >
      <Input
        autoFocus
        size="large"
        variant="borderless"
        prefix={<SearchOutlined />}
        placeholder={t('placeholder')}
        aria-label={t('title')}
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={list}
        aria-activedescendant={active && `${list} ${active.key}`}
        maxLength={MOST_LETTERS}
        value={typed}
        onChange={(event) => {
          usePalette.setState({ typed: event.target.value, isEntered: false })
          setChosen(undefined)
        }}
        onKeyDown={press}
      />
      <div className="palette-found" role="listbox" id={list} aria-label={t('found')}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a list
          <div key={group.key} role="group" aria-label={group.name}>
            <p className="palette-group" aria-hidden>
              {group.name}
            </p>
            {group.found.map((found) => (
              <Option
                key={found.key}
                id={`${list} ${found.key}`}
                found={found}
                isActive={found === active}
                onPoint={() => setChosen(found.key)}
                onRun={(other) => run(found, other)}
              />
            ))}
          </div>
        ))}
        {all.length === 0 && <p className="palette-none">{t('none')}</p>}
      </div>
      <p className="palette-foot" aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('foot.move')}
        <kbd>Enter</kbd> {active?.does ?? t('foot.open')}
        {active?.other && (
          <>
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> {active.other.does}
          </>
        )}
        <kbd>Esc</kbd> {t('foot.close')}
      </p>
    </Modal>
  )
}

function useGroups(typed: string): FoundGroup[] {
  const t = useText('palette')
  const numbers = useNumbersFound(typed)
  const screens = useScreensFound(typed)
  const workspaces = useWorkspacesFound(typed)
  const devices = useDevicesFound(typed)
  const places = usePlacesFound(typed)
  const commands = useCommandsFound(typed)
  const recent = typed.trim() === ''
  return [
    { key: 'numbers', name: t('group.numbers'), found: numbers },
    { key: 'screens', name: t(recent ? 'group.recent' : 'group.screens'), found: screens },
    { key: 'workspaces', name: t('group.workspaces'), found: workspaces },
    { key: 'devices', name: t('group.devices'), found: devices },
    { key: 'places', name: t('group.places'), found: places },
    { key: 'commands', name: t('group.commands'), found: commands },
  ].filter(({ found }) => found.length > 0)
}

type OptionProps = {
  id: string
  found: Found
  isActive: boolean
  onPoint(): void
  onRun(other: boolean): void
}

function Option({ id, found, isActive, onPoint, onRun }: OptionProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the input above has the focus
    <div
      ref={place}
      id={id}
      role="option"
      aria-selected={isActive}
      className="palette-option"
      onPointerMove={onPoint}
      onClick={(event) => onRun(event.ctrlKey || event.metaKey)}
    >
      <span className="palette-icon">{found.icon}</span>
      <span className="palette-name">{found.name}</span>
      <span className="palette-about">{found.about}</span>
    </div>
  )
}
