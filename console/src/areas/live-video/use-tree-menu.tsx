import { ACCESS } from '@backlot/contract/access'
import { CHANNEL_TYPES, NODE_TYPES } from '@backlot/contract/devices/constants'
import type { Channel } from '@backlot/contract/devices/entities'
import { App, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { copyText } from '../../components/copy-text.ts'
import { notify } from '../../components/notifications/notify.ts'
import { deviceStore } from '../../features/device-tree/device-store.ts'
import { FAVOURITES_KEY, isDeviceType } from '../../features/device-tree/tree-entry.ts'
import { draggedOf, type TreePick } from '../../features/device-tree/tree-pick.ts'
import {
  addFavouriteFolder,
  changeFavourite,
  favouriteOf,
  foldersFor,
  liesIn,
  loadFavourites,
  moveFavourite,
  removeFavourite,
  toggleFavourite,
  useFavourites,
} from '../../features/favourites/favourite-store.ts'
import { open } from '../../features/open.ts'
import { useFormDialog } from '../../features/table-screen/use-form-dialog.tsx'
import { useTalkItems } from '../../features/talk/use-talk-items.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { isCallPermitted } from '../../session/permission.ts'
import { hasScreen } from '../../session/screen-paths.ts'
import { can, useSession } from '../../session/session-store.ts'
import { type FavouriteNaming, favouriteNameForm } from './favourite-name-form.ts'
import { channelsBelow } from './open-places.ts'
import { useFillWall } from './use-fill-wall.ts'
import { screenWall } from './wall-store.ts'

type Item = NonNullable<MenuProps['items']>[number]

/**
 * The tree's context menu: answers a function that shows it, and the elements to draw: itself, and the form that it
 * opens.
 */
export function useTreeMenu(openOnScreen: (what: { sn: string; chnId?: number }, id?: number) => void) {
  const t = useText('video')
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const favourites = useFavourites(({ list }) => list)
  const mayConfigure = useSession((session) => isCallPermitted(ACCESS.manageDevices, session))
  const talkItems = useTalkItems()
  const fill = useFillWall(screenWall)
  const [shown, setShown] = useState<{ pick: TreePick; x: number; y: number }>()

  const attempt = (work: Promise<unknown>, done?: string) => {
    work.then(
      () => {
        if (done) notify.success(done)
      },
      (error: unknown) => {
        notify.error(errorText(error))
      },
    )
  }

  const { openForm, formDialog } = useFormDialog<FavouriteNaming>({
    describe: (naming) => favouriteNameForm(t, naming),
    onSaved: () => undefined,
    onOutdated: () => attempt(loadFavourites()),
  })
  const nameFolder = (save: FavouriteNaming['save']) =>
    openForm({
      title: t('menu.newFolderTitle'),
      okText: t('menu.create'),
      label: t('menu.folderName'),
      name: '',
      save,
      done: t('done.folderMade'),
    })

  const videoItems = (pick: TreePick, dragged: { sn: string; chnId?: number }): Item[] => [
    {
      key: 'open',
      label: pick.channel ? t('menu.open') : t('menu.openOnline'),
      onClick: () => openOnScreen(dragged),
    },
    {
      key: 'openIn',
      label: t('menu.openIn'),
      children: Array.from({ length: screenWall.grid().layout }, (_, id) => ({
        key: `window${id}`,
        label: t('window.label', { number: id + 1 }),
        onClick: () => openOnScreen(dragged, id),
      })),
    },
  ]

  /** Everything below a group or a device, or the one channel, in the popup. */
  const popupItems = (pick: TreePick): Item[] => {
    const index = deviceStore.index()
    const places =
      pick.channel && pick.node.sn
        ? [{ sn: pick.node.sn, chnId: pick.channel.chnId }]
        : channelsBelow(index, pick.key)
    if (places.length === 0) return []
    const fills: Item[] = [{ key: 'fill', label: t('menu.fillWall'), onClick: () => fill(pick.key) }]
    return [
      ...(pick.nodeType === NODE_TYPES.group ? fills : []),
      { key: 'popup', label: t('menu.popup'), onClick: () => open({ kind: 'video', channels: places }) },
    ]
  }

  /** Recordings of a channel. */
  const replayItems = (pick: TreePick, dragged: { sn: string; chnId?: number }): Item[] => {
    if (!can('/videoReplay') || !hasScreen('/videoReplay')) return []
    const chnId = dragged.chnId ?? onlyVideoChannel(pick)?.chnId
    const query = `sn=${encodeURIComponent(dragged.sn)}${chnId === undefined ? '' : `&chnId=${chnId}`}`
    return [{ key: 'replay', label: t('window.replay'), onClick: () => navigate(`/videoReplay?${query}`) }]
  }

  const favouriteItems = (pick: TreePick): Item[] => {
    const { node } = pick
    const channel = onlyVideoChannel(pick)
    if (!node.sn || !channel) return []
    const known = favouriteOf(favourites, node.sn, channel.chnId)
    const toggle = () => {
      const place = { sn: node.sn!, chnId: channel.chnId, name: channel.name }
      attempt(toggleFavourite(place), t(known ? 'done.favouriteRemoved' : 'done.favouriteAdded'))
    }
    return [
      {
        key: 'favourite',
        label: t(known ? 'window.favouriteRemove' : 'window.favouriteAdd'),
        onClick: toggle,
      },
    ]
  }

  /** Where a favourite or a folder can move: the top, another folder, or one that is made for it. */
  const moveItem = (id: number): Item => {
    const list = favourites ?? []
    const parentId = list.find((one) => one.id === id)?.parentId
    const into = (folder: number) => attempt(changeFavourite(id, { parentId: folder }))
    return {
      key: 'moveTo',
      label: t('menu.moveTo'),
      children: [
        { key: 'moveTo0', label: t('menu.moveTop'), disabled: parentId === 0, onClick: () => into(0) },
        ...foldersFor(list, id).map((folder) => ({
          key: `moveTo${folder.id}`,
          label: folder.path,
          disabled: folder.id === parentId,
          onClick: () => into(folder.id),
        })),
        { type: 'divider' },
        {
          key: 'moveToNew',
          label: t('menu.newFolder'),
          onClick: () =>
            nameFolder(async (name) => {
              await changeFavourite(id, { parentId: await addFavouriteFolder(name) })
            }),
        },
      ],
    }
  }

  const newFolder = (parentId: number): Item => ({
    key: 'newFolder',
    label: t('menu.newFolder'),
    onClick: () => nameFolder((name) => addFavouriteFolder(name, parentId)),
  })

  const removeFolder = (id: number, name: string) => {
    const inside = (favourites ?? []).filter((one) => one.id !== id && liesIn(favourites ?? [], one.id, id))
    const work = () => attempt(removeFavourite({ id }), t('done.folderDeleted'))
    if (inside.length === 0) work()
    else
      modal.confirm({
        title: t('menu.deleteFolderAsk', { name }),
        content: t('menu.deleteFolderWith', { count: inside.length }),
        okText: t('menu.deleteFolder'),
        okButtonProps: { danger: true },
        onOk: work,
      })
  }

  const ownItems = (pick: TreePick): Item[] => {
    if (pick.key === FAVOURITES_KEY) return [newFolder(0)]
    const id = pick.node.favouriteId
    if (id === undefined) return favouriteItems(pick)
    const isFolder = pick.nodeType === NODE_TYPES.group
    const autoPlay = pick.node.autoPlay === 1
    const rename = () =>
      openForm({
        title: t(isFolder ? 'menu.renameFolderTitle' : 'menu.renameTitle'),
        okText: t('menu.rename'),
        label: t(isFolder ? 'menu.folderName' : 'menu.name'),
        name: pick.name,
        save: (name) => changeFavourite(id, { name }),
        done: t('done.renamed'),
      })
    return [
      ...(isFolder ? [newFolder(id)] : []),
      {
        key: 'rename',
        label: t('menu.rename'),
        onClick: rename,
      },
      ...(isFolder
        ? []
        : [
            {
              key: 'autoPlay',
              label: t('menu.autoPlay'),
              extra: autoPlay ? '✓' : '',
              onClick: () => attempt(changeFavourite(id, { autoPlay: autoPlay ? 0 : 1 })),
            },
          ]),
      moveItem(id),
      { key: 'up', label: t('menu.up'), onClick: () => attempt(moveFavourite(id, -1)) },
      { key: 'down', label: t('menu.down'), onClick: () => attempt(moveFavourite(id, 1)) },
      isFolder
        ? {
            key: 'remove',
            label: t('menu.deleteFolder'),
            danger: true,
            onClick: () => removeFolder(id, pick.name),
          }
        : {
            key: 'remove',
            label: t('window.favouriteRemove'),
            danger: true,
            onClick: () => attempt(removeFavourite({ id }), t('done.favouriteRemoved')),
          },
    ]
  }

  const deviceItems = ({ node, channel }: TreePick): Item[] => {
    const { sn } = node
    if (!sn) return []
    const copy = async () => {
      if (await copyText(sn)) notify.success(t('done.copied'))
      else notify.error(t('done.copyFailed'))
    }
    return [
      ...(node.longitude
        ? [
            {
              key: 'map',
              label: t('menu.showOnMap'),
              onClick: () => navigate(`/dispatch?sn=${encodeURIComponent(sn)}`),
            },
          ]
        : []),
      ...(mayConfigure
        ? [
            {
              key: 'config',
              label: t('menu.config'),
              onClick: () =>
                open({ kind: 'deviceConfig', device: { sn, ...(channel && { chnId: channel.chnId }) } }),
            },
          ]
        : []),
      {
        key: 'copy',
        label: t('menu.copySn'),
        onClick: copy,
      },
    ]
  }

  const items = (pick: TreePick): Item[] => {
    const dragged = draggedOf(pick)
    const video = dragged ? videoItems(pick, dragged) : []
    const replay = dragged ? replayItems(pick, dragged) : []
    const parts = [
      [...video, ...popupItems(pick), ...replay],
      talkItems(pick.node, pick.channel),
      ownItems(pick),
      deviceItems(pick),
    ]
    return parts
      .filter((part) => part.length > 0)
      .flatMap((part, at): Item[] => (at === 0 ? part : [{ type: 'divider' }, ...part]))
  }

  const menu = shown && (
    <Dropdown
      open
      trigger={['click']}
      onOpenChange={(isOpen) => !isOpen && setShown(undefined)}
      menu={{ items: items(shown.pick), onClick: () => setShown(undefined), autoFocus: true }}
    >
      <span style={{ position: 'fixed', left: shown.x, top: shown.y, width: 1, height: 1 }} />
    </Dropdown>
  )

  const show = (pick: TreePick, at: { x: number; y: number }) => {
    setShown(items(pick).length > 0 ? { pick, ...at } : undefined)
  }
  const shownNow = (
    <>
      {menu}
      {formDialog}
    </>
  )
  return { menu: shownNow, show }
}

/** The video channel of a row: itself, or the only one of its device. */
function onlyVideoChannel({ channel, node, nodeType }: TreePick): Channel | undefined {
  const isVideo = ({ type }: Channel) => type === CHANNEL_TYPES.video
  if (channel) return isVideo(channel) ? channel : undefined
  const videos = isDeviceType(nodeType) ? (node.chnList?.filter(isVideo) ?? []) : []
  return videos.length === 1 ? videos[0] : undefined
}
