import { CAMERA_TRANSPORTS, type ProbedCamera } from '@backlot/contract/device-admin/camera-entities'
import { Form, Input, Select, Switch, TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { FactList } from '../../../components/fact-list.tsx'
import type { FormTreeNode } from '../../../features/table-screen/form-types.ts'
import { useText } from '../../../language/language.ts'
import { clockText, streamText, subProfilesFor } from './camera-choices.ts'
import type { CameraFieldRules } from './camera-fields.ts'

type CameraSetupProps = {
  camera: ProbedCamera
  /** A picture of it. */
  picture: ReactNode
  mainProfile: string
  rules: CameraFieldRules
  /** Undefined: it was added, and has its name and group. */
  groups: readonly FormTreeNode[] | undefined
}

/** What a camera is, as it was probed, and what is to be used of it. */
export function CameraSetup({ camera, picture, mainProfile, rules, groups }: CameraSetupProps) {
  const t = useText('cameras')
  const { profiles } = camera
  const isOnvif = camera.way === 'onvif'
  const options = (list: typeof profiles) =>
    list.map((profile) => ({
      value: profile.token,
      label: [streamText(profile, t), profile.name].filter((part) => part !== '').join(' · '),
    }))
  return (
    <>
      <div className="form-dialog-whole camera-probed">
        {picture}
        <CameraFacts camera={camera} />
      </div>
      {groups && (
        <>
          <Form.Item {...rules('name')} className="form-dialog-half" label={t('name')}>
            <Input autoComplete="off" maxLength={rules.maxLength('name')} />
          </Form.Item>
          <Form.Item {...rules('groupId')} className="form-dialog-half" label={t('group')}>
            <TreeSelect
              showSearch={{ treeNodeFilterProp: 'title' }}
              treeData={[...groups]}
              treeDefaultExpandAll
              aria-label={t('group')}
            />
          </Form.Item>
        </>
      )}
      {isOnvif && (
        <>
          <Form.Item
            {...rules('mainProfile')}
            className="form-dialog-half"
            label={t('mainProfile')}
            extra={t('mainHint')}
          >
            <Select popupMatchSelectWidth={false} options={options(profiles)} aria-label={t('mainProfile')} />
          </Form.Item>
          <Form.Item
            {...rules('subProfile')}
            className="form-dialog-half"
            label={t('subProfile')}
            extra={t('subHint')}
          >
            <Select
              popupMatchSelectWidth={false}
              options={options(subProfilesFor(profiles, mainProfile))}
              aria-label={t('subProfile')}
            />
          </Form.Item>
        </>
      )}
      <Form.Item
        {...rules('transport')}
        className="form-dialog-half"
        label={t('transport')}
        extra={t('transportHint')}
      >
        <Select
          options={CAMERA_TRANSPORTS.map((value) => ({ value, label: t(`transports.${value}`) }))}
          aria-label={t('transport')}
        />
      </Form.Item>
      {isOnvif && (
        <Form.Item
          {...rules('keepTime')}
          className="form-dialog-half"
          label={t('keepTime')}
          extra={t('keepTimeHint')}
        >
          <Switch aria-label={t('keepTime')} />
        </Form.Item>
      )}
    </>
  )
}

function CameraFacts({ camera }: { camera: ProbedCamera }) {
  const t = useText('cameras')
  const { way, abilities, profiles } = camera
  const able = (['ptz', 'presets', 'imaging', 'events', 'recording'] as const).filter(
    (name) => abilities[name],
  )
  const stream = way === 'rtsp' ? profiles[0] : undefined
  return (
    <FactList
      facts={[
        [t('maker'), camera.maker],
        [t('model'), camera.model],
        [t('firmware'), camera.firmware],
        [t('serialNumber'), camera.serialNumber],
        [t('stream'), stream && streamText(stream, t)],
        [t('sound'), stream && t(stream.audio ? 'yes' : 'no')],
        [t('clock.title'), clockText(t, camera.clockAheadMs)],
        [t('abilities'), able.map((name) => t(`ability.${name}`)).join(t('comma'))],
      ]}
    />
  )
}
