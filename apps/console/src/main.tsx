import { apiTable } from "virtual:api-table";
import { ERROR_TEXTS, PUSH_CLOSE, TOKEN_EXPIRED } from "@offhook/contract";

document.title = JSON.stringify([apiTable, ERROR_TEXTS.offline, PUSH_CLOSE, TOKEN_EXPIRED]);
