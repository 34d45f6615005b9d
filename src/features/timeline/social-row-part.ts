/** What the list loads to draw posts. */
import './social-row.css'

export { SocialRow as default } from './social-row.tsx'
