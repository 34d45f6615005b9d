export { announcementStarted as started } from '../../model/announcement/index.ts'
