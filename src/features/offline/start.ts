import '../../model/offline/index.ts'

export { offlineFilesStarted as started } from '../../model/offline/files.ts'
