/** The components that plugins build their parts from, and the hook for their translations. */
export { Button, Icon, Notice, SkeletonText, useTranslation } from '../ui/index.ts'
