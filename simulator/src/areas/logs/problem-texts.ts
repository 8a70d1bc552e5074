import type { Language } from '../../kernel/language.ts'
import { retold } from '../shared/retold.ts'

/** Chinese texts of the problems in the program's log: the system log shows them in the reader's language. */
const PROBLEMS: Readonly<Record<string, string>> = {
  'the archive cannot be reached': '归档库无法访问',
  'the archive refuses this platform': '归档库拒绝了本平台',
  'the archive is there again': '归档库已恢复',
  'the archive gave no answer': '归档库未能应答',
  'so many rows wait for the archive that space becomes short': '等待归档的数据过多，空间即将不足',
  'the space left for the archive is not known': '无法确定归档所余空间',
  'an edge sent what is no message': '边缘节点发来无法识别的消息，其连接已断开',
  'the core sent what is no message': '平台核心发来无法识别的消息，连接已断开',
  'telemetry could not be sent': '遥测数据发送失败',
  'telemetry failed': '遥测处理失败',
  'an MQTT message could not be taken': 'MQTT 消息处理失败',
  'the MQTT broker failed': 'MQTT 服务出错',
  'another MQTT client speaks for the device now': '该设备现由另一个 MQTT 客户端上报',
  'an MQTT client was cut off': '已断开某 MQTT 客户端',
  'an MQTT connection of a device failed': '某设备的 MQTT 连接失败',
  'a Modbus connection was cut off': '已断开某 Modbus 连接',
  'a controller could not be polled': '控制器轮询出错',
  'a part of the platform did not end well': '平台的某一部分未能正常结束',
  'a snapshot could not be restored': '快照恢复失败',
  'a capture of the past could not be written': '历史报文抓包写入失败',
  'a setting by Modbus could not be stored': '通过 Modbus 下发的设置保存失败',
  'incidents could not be stored': '事件保存失败',
  'a client did not read its reply; its connection was closed': '某客户端未读取应答，其连接已关闭',
  'a client sent too many requests ahead of their replies; its connection was closed':
    '某客户端未等应答便发送过多请求，其连接已关闭',
  'too many bytes waited for the clients of one address; the slowest connections were closed':
    '发往同一地址的待发数据过多，已关闭其中最慢的连接',
  'an address has too many connections; a new one was closed (see --connections-per-address)':
    '同一地址的连接过多，已关闭新连接（见 --connections-per-address）',
  'a call failed': '接口调用出错',
  'an encoder ended; restarting it': '编码器已退出，正在重新启动',
  'the encoder for the sound of a stream does not run; the stream goes on without it':
    '音视频流的声音编码器未能运行，该流将不含声音',
  'a viewer of a stream failed': '码流的某个观看端出错，已断开',
  'a picture could not be drawn': '画面生成失败',
  'a backdrop could not be drawn': '背景画面生成失败',
  'a download file could not be removed': '下载的临时文件未能删除',
  'a download failed': '下载失败',
  'a download could not be removed': '下载任务未能清除',
  'no ffmpeg with libx264: cameras play sample clips': '未找到带 libx264 的 ffmpeg，摄像机改播预置片段',
  'no ffmpeg with libx265: a camera of H.265 plays its sample clip':
    '未找到带 libx265 的 ffmpeg，H.265 摄像机改播预置片段',
  'a drawing thread died; restarting it': '绘图线程异常退出，正在重新启动',
  'no machine has room for a camera': '没有机器可承担摄像机画面',
  'a worker takes no cameras': '工作节点无法承担摄像机画面',
  'a worker says what cannot be read; its link is cut': '工作节点发来无法解析的数据，连接已切断',
  'a worker could not be greeted': '未能与工作节点建立协作',
  'the core says what cannot be read; the link is cut': '平台发来无法解析的数据，连接已切断',
  'this machine cannot draw': '本机无法绘制画面',
  'an encoder ended': '编码器已退出',
  'RTMP ingest ended': 'RTMP 接入服务已退出',
  'a sender of JT/T 1078 was cut off': 'JT/T 1078 媒体连接已被断开',
  'datagrams of a sender of JT/T 1078 past its rate were dropped':
    'JT/T 1078 发送端速率超限，已丢弃部分数据报',
  'media of a terminal could not be handled': '终端媒体数据处理失败',
  'the JT/T 1078 listener for UDP failed': 'JT/T 1078 UDP 端口出错',
  'a terminal does not send its stream; it is asked again': '终端未上传音视频流，将重新请求',
  'a recording was not uploaded by FTP': '录像未能通过 FTP 上传',
  'the channels of a terminal could not be forgotten': '终端通道信息未能删除',
  'no UDP ports for RTSP could be had': '无法为 RTSP 打开 UDP 端口',
  'an RTSP client was cut': 'RTSP 客户端已被断开',
  'an ONVIF request failed': 'ONVIF 请求处理失败',
  'cameras cannot be discovered on this interface': '在此网络接口上无法发现摄像机',
  'a command of an ONVIF client was not stored': 'ONVIF 客户端的命令未能保存',
  'a device that registered could not be stored': '注册的设备未能保存',
  'a device registered from another address': '设备从另一地址注册',
  'a device has more channels than can be shown': '设备的通道数超出可显示的数量',
  'a device was not subscribed to: too many dialogs are open': '未能订阅设备：打开的会话过多',
  'a device did not take an order': '设备未接受控制命令',
  'a catalog could not be stored': '设备目录未能保存',
  'a camera did not follow a command': '摄像机未执行命令',
  'a terminal did not move its camera': '终端未转动摄像机',
  'a camera that was removed could not be forgotten': '已移除的摄像机的数据未能删除',
  'a stored camera cannot be read': '无法读取已保存的摄像机',
  'a picture of a camera could not be stored': '摄像机的图片未能保存',
  'the password of a camera cannot be read any more: its key is gone': '摄像机的密码已无法读取：密钥已丢失',
  'a port of a camera is in use': '摄像机的端口已被占用',
  'a SIP request failed': 'SIP 请求处理失败',
  'a SIP message could not be read': 'SIP 消息无法读取',
  'a SIP connection was cut': 'SIP 连接已被断开',
  'a SIP message could not be handled': 'SIP 消息处理失败',
  'a GB/T 28181 stream was not opened': 'GB/T 28181 媒体流打开失败',
  'a GB/T 28181 broadcast was not opened': 'GB/T 28181 语音广播打开失败',
  'pictures of a GB/T 28181 device were not uploaded': 'GB/T 28181 设备的抓拍图片上传失败',
  'a message of a GB/T 28181 device could not be written': 'GB/T 28181 设备的消息无法编码',
  'a GB/T 28181 device was not registered': 'GB/T 28181 设备注册失败',
  'a GB/T 28181 device could not be started': 'GB/T 28181 设备启动失败',
  'a command of a GB/T 28181 platform was not stored': 'GB/T 28181 平台的命令保存失败',
  'a socket of discovery failed': 'ONVIF 设备发现的端口出错',
  'a publisher was refused': '推流被拒绝',
  'the clock could not be stored': '平台时钟保存失败',
  'a scenario expectation failed': '场景的预期未达到',
  'the scenario timeline failed and stopped': '场景时间线已停止',
  'the progress of the timeline cannot be read; it starts over': '无法读取时间线进度，将从头开始',
  'the virtual platform failed': '虚拟平台出错',
  'old alarms could not be removed': '过期报警清理失败',
  'a setting could not be stored': '参数保存失败',
  'an MQTT message to a device set nothing': '下发给设备的 MQTT 消息未修改任何参数',
  'the fleet thread failed; the fleet continues in the main thread': '设备线程异常，改在主线程中运行',
  'the clock could not follow a sleep of the machine': '主机休眠后的处理失败',
  'a storm could not be stored': '批量报警保存失败',
  'parts of the platform could not follow a clock change': '时钟调整后的处理失败',
  'a fault could not be changed': '故障设置失败',
  'a scenario run failed': '场景运行中断',
  'alarms of limits or geofences could not be stored': '限值或围栏报警保存失败',
  'unused pictures could not be removed': '未使用的图片清理失败',
  'old logs could not be removed': '过期日志清理失败',
  'log entries could not be stored': '日志保存失败',
  'the end of a session could not be stored': '会话结束保存失败',
  'the last use of sessions could not be stored': '会话使用记录保存失败',
  'messages from before the start could not be closed': '历史消息清理失败',
  'the result of a message to a unit could not be stored': '下发消息的结果未知',
  'a minute of the service history could not be stored': '服务采样保存失败',
  'groups without their parent were moved to the top level': '上级已不存在的分组移到了顶层',
  'a moved group could not be restored': '分组移动后的位置恢复失败',
  'a push request could not be processed': '推送处理失败',
  'push requests could not be stored': '推送保存失败',
  'tests of push rules from before the start could not be closed': '推送规则测试结束失败',
  'the port of a media server is not available': '媒体服务器的端口不可用',
  'reports of foreign devices could not be stored': '外部设备上报数据保存失败',
  'a real device has taken over a simulated one': '真实设备已接入，暂时代替同一序列号的模拟设备',
  'the real device has left; the simulated one continues': '真实设备已离开，模拟设备恢复运行',
  'a packet could not be handled': '数据包处理失败',
  'a station reconnected; the newest connection is used': '监测站重复接入，以最新连接为准',
  'a terminal reconnected; the newest connection is used': '终端重复接入，以最新连接为准',
  'a terminal that logged out could not be unregistered': '终端已注销，但其记录未能删除',
  'a message could not be handled': '消息处理失败',
  'a terminal that gave up its place could not be unregistered': '终端已让出，但其记录未能删除',
  'serial numbers of a fleet are used by other devices': '车队的部分序列号已被其他设备占用',
  'a fleet could not be added or removed': '车队增减失败',
  'an alarm of a device could not be stored': '设备报警保存失败',
  'online spans could not be closed': '在线时段结束失败',
  'old reports of foreign devices could not be removed': '外部设备的过期数据清理失败',
  'a password could not be stored': '密码保存失败',
}

const PATTERNS: readonly [RegExp, string][] = [
  [/^the (.+) listener failed$/, '$1 接入服务出错'],
  [/^trouble has ended: (\w+)$/, '问题已恢复：$1'],
  [/^The machine was suspended for (\d+ s): .*$/s, '主机休眠了 $1，平台时钟已跳过这段时间'],
  [
    /^The clock of this machine is (\d+ s) behind the time when the platform last ran: .*$/s,
    '本机时钟比平台上次运行时落后 $1：尚未到来的数据暂不显示。如时钟有误，请校正后重新启动',
  ],
  [
    /^The clock of this machine was set and is (\d+ s) ahead of the platform's, .*$/s,
    '本机时钟被调整，比平台时钟快 $1；平台时钟照常运行，下次启动时采用本机时间',
  ],
  [
    /^The clock of this machine was set and is (\d+ s) behind the platform's, .*$/s,
    '本机时钟被调整，比平台时钟慢 $1；平台时钟照常运行，下次启动时采用本机时间',
  ],
]

/** A problem as the system log keeps it, in a language; the text after it (of a library, a file) stays. */
export function problemText(text: string, language: Language): string {
  if (language === 'en') return text
  const whole = chineseOf(text)
  if (whole !== undefined) return whole
  for (let end = text.lastIndexOf(': '); end > 0; end = text.lastIndexOf(': ', end - 1)) {
    const known = chineseOf(text.slice(0, end))
    if (known !== undefined) return `${known}：${text.slice(end + 2)}`
  }
  const [trouble = '', file] = text.split(' File: ')
  const known = retold(trouble, language)
  return file === undefined || known === trouble ? text : `${known}（${file}）`
}

/** Parts of stored English texts whose Chinese contains `part`: the system log is searched as its reader sees it. */
export function englishOf(part: string): string[] {
  const wanted = part.trim().toLowerCase()
  return Object.entries(PROBLEMS).flatMap(([en, zh]) => (zh.toLowerCase().includes(wanted) ? [en] : []))
}

function chineseOf(text: string): string | undefined {
  if (Object.hasOwn(PROBLEMS, text)) return PROBLEMS[text]
  const [pattern, zh] = PATTERNS.find(([one]) => one.test(text)) ?? []
  return pattern && zh !== undefined ? text.replace(pattern, zh) : undefined
}
