/** Why a video channel is offline: its camera has no power, its device is gone, or the channel alone. */
export type OfflineReason = 'cameraUnpowered' | 'deviceOffline' | 'channelOffline'
