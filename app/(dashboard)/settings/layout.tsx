import type { ReactNode } from "react";
import { getMessages } from "@/app/messages";
import { SettingsTabs } from "@/components/access/settings-tabs";
import { PageHeader } from "@/components/pieces/page-header";
import { pages } from "@/messages/compiled/pages";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const t = await getMessages(pages);
  return (
    <>
      <PageHeader title={t("settings")} question={t("settings_question")} className="mb-3" />
      <SettingsTabs />
      {children}
    </>
  );
}
