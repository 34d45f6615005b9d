import type { EntryHead } from '../../local/index.ts'

/** Address of an entry's picture in a list; null when it has none. */
export function pictureOf({ media, attachments }: EntryHead): string | null {
  const shown = media.find((one) => one.type === 'photo') ?? media.find((one) => one.preview_image_url)
  return (
    shown?.preview_image_url ??
    shown?.url ??
    attachments.find((one) => one.mime_type?.startsWith('image/'))?.url ??
    null
  )
}
