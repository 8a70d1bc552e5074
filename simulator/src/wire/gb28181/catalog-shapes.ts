/** Catalog: what devices, channels and organisations a platform or a device has (A.2.1.9, A.2.4.4, A.2.6.4; 2016). */
import {
  choice,
  decimal,
  group,
  integer,
  list,
  needed,
  text,
  time,
  type ValuesOf,
  words,
} from './manscdp-fields.ts'

/** Of the editions 2016 (PositionType, UseType, DirectionType …) and 2022 (from PhotoelectricImagingType on). */
const itemInfo = {
  /** 1 dome, 2 half dome, 3 fixed bullet, 4 remote bullet; 2022 has more. */
  ptzType: integer('PTZType'),
  positionType: integer('PositionType'),
  roomType: integer('RoomType'),
  useType: integer('UseType'),
  supplyLightType: integer('SupplyLightType'),
  /** 1 east, 2 west, 3 south, 4 north, 5 southeast, 6 northeast, 7 southwest, 8 northwest. */
  directionType: integer('DirectionType'),
  resolution: text('Resolution'),
  businessGroupId: text('BusinessGroupID'),
  downloadSpeed: words('DownloadSpeed'),
  svcSpaceSupportMode: integer('SVCSpaceSupportMode'),
  svcTimeSupportMode: integer('SVCTimeSupportMode'),
  photoelectricImagingType: text('PhotoelectricImagingType'),
  capturePositionType: text('CapturePositionType'),
  streamNumberList: words('StreamNumberList'),
  ssvcRatioSupportList: text('SSVCRatioSupportList'),
  mobileDeviceType: integer('MobileDeviceType'),
  horizontalFieldAngleDeg: decimal('HorizontalFieldAngle'),
  verticalFieldAngleDeg: decimal('VerticalFieldAngle'),
  maxViewDistanceM: decimal('MaxViewDistance'),
  grassrootsCode: text('GrassrootsCode'),
  pointType: integer('PointType'),
  pointCommonName: text('PointCommonName'),
  mac: text('MAC'),
  functionType: text('FunctionType'),
  encodeType: text('EncodeType'),
  installTime: time('InstallTime'),
  managementUnit: text('ManagementUnit'),
  contactInfo: text('ContactInfo'),
  recordSaveDays: integer('RecordSaveDays'),
  industrialClassification: text('IndustrialClassification'),
}

export const CATALOG_EVENTS = ['ON', 'OFF', 'VLOST', 'DEFECT', 'ADD', 'DEL', 'UPDATE'] as const

const item = {
  /** 20 digits; 2, 4, 6 or 8 for a civil region. */
  deviceId: needed(text('DeviceID')),
  name: text('Name'),
  manufacturer: text('Manufacturer'),
  model: text('Model'),
  owner: text('Owner'),
  civilCode: text('CivilCode'),
  block: text('Block'),
  address: text('Address'),
  /** 1 has children. */
  parental: integer('Parental'),
  /** Several parents have / between them. */
  parentId: text('ParentID'),
  safetyWay: integer('SafetyWay'),
  registerWay: integer('RegisterWay'),
  certNum: text('CertNum'),
  certifiable: integer('Certifiable'),
  errCode: integer('ErrCode'),
  endTime: time('EndTime'),
  securityLevelCode: text('SecurityLevelCode'),
  secrecy: integer('Secrecy'),
  ipAddress: text('IPAddress'),
  port: integer('Port'),
  password: text('Password'),
  status: choice('Status', ['ON', 'OFF'], { OK: 'ON', ONLINE: 'ON', OFFLINE: 'OFF' }),
  longitude: decimal('Longitude'),
  latitude: decimal('Latitude'),
  businessGroupId: text('BusinessGroupID'),
  /** Of notifications. */
  event: choice('Event', CATALOG_EVENTS),
  info: group('Info', itemInfo),
}
export type CatalogItem = ValuesOf<typeof item>

export const catalogQuery = {
  deviceId: needed(text('DeviceID')),
  startTime: time('StartTime'),
  endTime: time('EndTime'),
}
/** Also the answer to a subscription, which has a Result alone. `sumNum` counts the items of all pages. */
export const catalogResponse = {
  deviceId: needed(text('DeviceID')),
  result: choice('Result', ['OK', 'ERROR']),
  sumNum: integer('SumNum'),
  items: list('DeviceList', 'Item', item),
}
export const catalogNotify = {
  deviceId: needed(text('DeviceID')),
  sumNum: integer('SumNum'),
  items: list('DeviceList', 'Item', item),
}
