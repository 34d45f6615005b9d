export { AnnouncementDialog as default, propsSchema } from './announcement-dialog.tsx'
