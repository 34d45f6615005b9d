/** What the list loads to draw episodes. */
import './audio-row.css'

export { AudioRow as default } from './audio-row.tsx'
