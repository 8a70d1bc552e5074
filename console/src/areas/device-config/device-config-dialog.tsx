import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { Modal, Select, Tabs } from 'antd'
import { useState } from 'react'
import { useDiscardQuestion } from '../../components/use-discard-question.ts'
import { useDevice } from '../../features/device-tree/device-store.ts'
import type { DeviceConfigRef } from '../../features/open.ts'
import { useText } from '../../language/language.ts'
import { ConfigForm } from './config-form.tsx'
import { DiskTab } from './disk-tab.tsx'
import { MaintenanceTab } from './maintenance-tab.tsx'
import { PushTab } from './push-tab.tsx'
import { channelSections, deviceSections, type Section } from './sections.ts'
import './device-config.css'

/** Parameters of one device, by subject. */
export function DeviceConfigDialog({ device, onClose }: { device: DeviceConfigRef; onClose: () => void }) {
  const { sn } = device
  const t = useText('deviceConfig')
  const askToDiscard = useDiscardQuestion()
  const node = useDevice(sn)
  const videos = (node?.chnList ?? []).filter(({ type }) => type === CHANNEL_TYPES.video)
  const [chnId, setChnId] = useState(device.chnId ?? videos[0]?.chnId ?? 1)
  const [dirty, setDirty] = useState(false)
  const [tab, setTab] = useState<string>()

  /** Continues with an action that closes the open form: asks first when something was changed in it. */
  const leave = (goOn: () => void) => {
    const leaveForm = () => {
      setDirty(false)
      goOn()
    }
    if (dirty) askToDiscard(leaveForm)
    else leaveForm()
  }

  const formOf = (section: Section, of: { sn: string; chnId?: number }) => (
    <ConfigForm
      key={`${section.key} ${of.chnId ?? ''}`}
      name={[section.key, of.sn, of.chnId ?? 0]}
      load={(signal) => section.load(of, signal)}
      save={(values) => section.save(of, values)}
      schema={section.schema}
      groups={section.groups(t)}
      confirm={(values, held) => {
        const question = section.confirm?.(t, values, held)
        return question && { ...question, cancelText: t('cancel'), autoFocusButton: 'cancel' }
      }}
      onDirty={setDirty}
    />
  )
  const choice = videos.length > 1 && (
    <Select
      className="config-channel"
      aria-label={t('channel')}
      value={chnId}
      onChange={(value) => leave(() => setChnId(value))}
      options={videos.map((channel) => ({ value: channel.chnId, label: channel.name }))}
    />
  )
  const channelTabs = videos.length === 0 ? [] : channelSections
  const items = [
    ...channelTabs.map((section) => ({
      key: section.key,
      label: t(`tab.${section.key}`),
      children: (
        <>
          {choice}
          {formOf(section, { sn, chnId })}
        </>
      ),
    })),
    ...deviceSections
      .filter(({ needsVideo }) => !needsVideo || videos.length > 0)
      .map((section) => ({
        key: section.key,
        label: t(`tab.${section.key}`),
        children: formOf(section, { sn }),
      })),
    ...(videos.length === 0
      ? []
      : [
          {
            key: 'disk',
            label: t('tab.disk'),
            children: <DiskTab sn={sn} onDirty={setDirty} />,
          },
          {
            key: 'push',
            label: t('tab.push'),
            children: <PushTab sn={sn} channels={videos} />,
          },
        ]),
    {
      key: 'maintenance',
      label: t('tab.maintenance'),
      children: <MaintenanceTab sn={sn} onRestarted={onClose} />,
    },
  ]
  return (
    <Modal
      open
      centered
      width={880}
      footer={null}
      title={t('title', { name: node?.name ?? sn })}
      onCancel={() => leave(onClose)}
      className="device-config"
    >
      <Tabs
        tabPlacement="start"
        items={items}
        destroyOnHidden
        activeKey={tab ?? items[0]?.key}
        onChange={(key) => leave(() => setTab(key))}
      />
    </Modal>
  )
}
