/** Why a video channel is off line: its camera has no power, its device is gone, or the channel alone. */
export type OfflineReason = 'cameraUnpowered' | 'deviceOffline' | 'channelOffline'
