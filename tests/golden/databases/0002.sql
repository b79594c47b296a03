BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE bookmarks (
	room VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (room)
);
INSERT INTO "bookmarks" VALUES('room0',79,'{"room":"room","number":79,"rules":"koenigrufen/tirol","version":1,"changes":{},"house":"","title":"Freitag","players":4,"public":true,"clock":0,"practice":false,"maker":"anna","hints":false,"members":{"anna":"Anna","berta":"Berta","clara":"Clara","dora":"Dora"},"chairs":[["anna","","",false,false,""],["berta","","",true,false,""],["clara","","",true,false,""],["dora","","",true,false,""]],"seed":"d4b49280c790183afb5f69fb4d3226033d0141c5318113336b5e248acec88aeb","seeds":{},"dealt":1,"sheet":{"rows":[{"deal":1,"players":[0,1,2,3],"points":[3,3,3,-9],"money":[3,3,3,-9],"written":null,"pot":[],"notes":[],"struck":false}],"totals":[3,3,3,-9],"written_totals":[0,0,0,0],"dealer":3,"memo":{"radl_left":0,"final":0,"final_left":0,"mark":-1,"first_forehand":3,"pot":0},"since":[]},"over":false,"talk":[["anna","Anna","Servus","",1010000]],"arbiter":"","substitute":"heuristic","order":{"locked":false,"muted":[],"banned":[]},"accounts":[["anna",0],["berta",0],["clara",0],["dora",0]],"pace":"brisk"}');
INSERT INTO "bookmarks" VALUES('room1',18,'{"room":"room","number":18,"rules":"lhombre/compagnie","version":1,"changes":{},"house":"","title":"Freitag","players":3,"public":false,"clock":0,"practice":false,"maker":"anna","hints":false,"members":{"anna":"Anna","berta":"Berta","clara":"Clara"},"chairs":[["anna","","",false,false,""],["berta","","",true,false,""],["clara","","",true,false,""]],"seed":"252f49b9a988e074dc60927c13b5aca8389bc838f0eecaf060641d53b21b8fd0","seeds":{},"dealt":1,"sheet":{"rows":[{"deal":1,"players":[0,1,2],"points":[0,0,0],"money":[0,0,0],"written":null,"pot":[],"notes":["thrown_in"],"struck":false}],"totals":[0,0,0],"written_totals":[0,0,0],"dealer":2,"memo":{},"since":[]},"over":false,"talk":[["anna","Anna","Servus","",1007000]],"arbiter":"","substitute":"heuristic","order":{"locked":false,"muted":[],"banned":[]},"accounts":[["anna",0],["berta",0],["clara",0]],"pace":"brisk"}');
INSERT INTO "bookmarks" VALUES('room2',25,'{"room":"room","number":25,"rules":"perlaggen/1924","version":2,"changes":{},"house":"","title":"Freitag","players":4,"public":false,"clock":0,"practice":false,"maker":"anna","hints":false,"members":{"anna":"Anna","berta":"Berta","clara":"Clara","dora":"Dora"},"chairs":[["anna","","",false,false,""],["berta","","",true,false,""],["clara","","",true,false,""],["dora","","",true,false,""]],"seed":"0cb7ebb7bcad1c963c69b9549d99048d940283e11b7b00ece3f10afb455c7147","seeds":{},"dealt":1,"sheet":{"rows":[{"deal":1,"players":[0,1,2,3],"points":[3,-3,3,-3],"money":[0,0,0,0],"written":[3,0,3,0],"pot":[],"notes":[],"struck":false}],"totals":[3,-3,3,-3],"written_totals":[3,0,3,0],"dealer":2,"memo":{"game":1,"score0":3,"score1":0,"games0":0,"games1":0,"kept":0,"redeal":0},"since":[]},"over":false,"talk":[["anna","Anna","Servus","",1010000]],"arbiter":"","substitute":"heuristic","order":{"locked":false,"muted":[],"banned":[]},"accounts":[["anna",0],["berta",0],["clara",0],["dora",0]],"pace":"brisk"}');
CREATE TABLE entries (
	room VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	member VARCHAR(32) NOT NULL, 
	cid VARCHAR(64), 
	body TEXT NOT NULL, 
	PRIMARY KEY (room, number), 
	CONSTRAINT entries_once UNIQUE (room, member, cid)
)
 WITHOUT ROWID

;
INSERT INTO "entries" VALUES('room0',1,'anna','room0-1','{"at":1000000,"body":{"k":"open","room":"room","name":"Anna","title":"Freitag","rules":"koenigrufen/tirol","version":1,"players":4,"seed":"f5b165224a58b791df6af1d8303e61cdc4bb86c3d1c427103c344c4189eb2f1e","public":true}}');
INSERT INTO "entries" VALUES('room0',2,'berta','room0-2','{"at":1000000,"body":{"k":"join","name":"Berta"}}');
INSERT INTO "entries" VALUES('room0',3,'berta','room0-3','{"at":1001000,"body":{"k":"sit","seat":1}}');
INSERT INTO "entries" VALUES('room0',4,'clara','room0-4','{"at":1002000,"body":{"k":"join","name":"Clara"}}');
INSERT INTO "entries" VALUES('room0',5,'clara','room0-5','{"at":1003000,"body":{"k":"sit","seat":2}}');
INSERT INTO "entries" VALUES('room0',6,'dora','room0-6','{"at":1004000,"body":{"k":"join","name":"Dora"}}');
INSERT INTO "entries" VALUES('room0',7,'dora','room0-7','{"at":1005000,"body":{"k":"sit","seat":3}}');
INSERT INTO "entries" VALUES('room0',8,'anna','room0-8','{"at":1006000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room0',9,'berta','room0-9','{"at":1007000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room0',10,'clara','room0-10','{"at":1008000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room0',11,'dora','room0-11','{"at":1009000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room0',12,'anna','room0-12','{"at":1010000,"body":{"k":"talk","text":"Servus"}}');
INSERT INTO "entries" VALUES('room0',13,'anna','room0-13','{"at":1011000,"body":{"k":"seed","seed":"00000000000000000000000000000000"}}');
INSERT INTO "entries" VALUES('room0',14,'anna','room0-14','{"at":1012000,"body":{"k":"deal","dealer":2,"seed":"d4b49280c790183afb5f69fb4d3226033d0141c5318113336b5e248acec88aeb","drawn":[[[0,"T4"],[1,"D3"],[2,"D4"],[3,"T7"]]]}}');
INSERT INTO "entries" VALUES('room0',15,'anna','room0-15','{"at":1013000,"body":{"k":"act","seat":0,"words":"knock"}}');
INSERT INTO "entries" VALUES('room0',16,'dora','room0-16','{"at":1014000,"body":{"k":"act","seat":3,"words":"packet 1"}}');
INSERT INTO "entries" VALUES('room0',17,'dora','room0-17','{"at":1015000,"body":{"k":"act","seat":3,"words":"vorhand"}}');
INSERT INTO "entries" VALUES('room0',18,'anna','room0-18','{"at":1016000,"body":{"k":"act","seat":0,"words":"pass"}}');
INSERT INTO "entries" VALUES('room0',19,'berta','room0-19','{"at":1017000,"body":{"k":"act","seat":1,"words":"pass"}}');
INSERT INTO "entries" VALUES('room0',20,'clara','room0-20','{"at":1018000,"body":{"k":"act","seat":2,"words":"pass"}}');
INSERT INTO "entries" VALUES('room0',21,'dora','room0-21','{"at":1019000,"body":{"k":"act","seat":3,"words":"bid rufer"}}');
INSERT INTO "entries" VALUES('room0',22,'dora','room0-22','{"at":1020000,"body":{"k":"act","seat":3,"words":"call C"}}');
INSERT INTO "entries" VALUES('room0',23,'dora','room0-23','{"at":1021000,"body":{"k":"act","seat":3,"words":"take 1"}}');
INSERT INTO "entries" VALUES('room0',24,'dora','room0-24','{"at":1022000,"body":{"k":"act","seat":3,"words":"discard CN H3 D2"}}');
INSERT INTO "entries" VALUES('room0',25,'dora','room0-25','{"at":1023000,"body":{"k":"act","seat":3,"words":"lie"}}');
INSERT INTO "entries" VALUES('room0',26,'anna','room0-26','{"at":1024000,"body":{"k":"act","seat":0,"words":"gut"}}');
INSERT INTO "entries" VALUES('room0',27,'berta','room0-27','{"at":1025000,"body":{"k":"act","seat":1,"words":"gut"}}');
INSERT INTO "entries" VALUES('room0',28,'clara','room0-28','{"at":1026000,"body":{"k":"act","seat":2,"words":"gut"}}');
INSERT INTO "entries" VALUES('room0',29,'dora','room0-29','{"at":1027000,"body":{"k":"act","seat":3,"words":"play S10"}}');
INSERT INTO "entries" VALUES('room0',30,'anna','room0-30','{"at":1028000,"body":{"k":"act","seat":0,"words":"play S9"}}');
INSERT INTO "entries" VALUES('room0',31,'berta','room0-31','{"at":1029000,"body":{"k":"act","seat":1,"words":"play S7"}}');
INSERT INTO "entries" VALUES('room0',32,'clara','room0-32','{"at":1030000,"body":{"k":"act","seat":2,"words":"play S8"}}');
INSERT INTO "entries" VALUES('room0',33,'dora','room0-33','{"at":1031000,"body":{"k":"act","seat":3,"words":"play T9"}}');
INSERT INTO "entries" VALUES('room0',34,'anna','room0-34','{"at":1032000,"body":{"k":"act","seat":0,"words":"play T6"}}');
INSERT INTO "entries" VALUES('room0',35,'berta','room0-35','{"at":1033000,"body":{"k":"act","seat":1,"words":"play T22"}}');
INSERT INTO "entries" VALUES('room0',36,'clara','room0-36','{"at":1034000,"body":{"k":"act","seat":2,"words":"play T10"}}');
INSERT INTO "entries" VALUES('room0',37,'berta','room0-37','{"at":1035000,"body":{"k":"act","seat":1,"words":"play D1"}}');
INSERT INTO "entries" VALUES('room0',38,'clara','room0-38','{"at":1036000,"body":{"k":"act","seat":2,"words":"play DQ"}}');
INSERT INTO "entries" VALUES('room0',39,'dora','room0-39','{"at":1037000,"body":{"k":"act","seat":3,"words":"play DN"}}');
INSERT INTO "entries" VALUES('room0',40,'anna','room0-40','{"at":1038000,"body":{"k":"act","seat":0,"words":"play D4"}}');
INSERT INTO "entries" VALUES('room0',41,'clara','room0-41','{"at":1039000,"body":{"k":"act","seat":2,"words":"play CQ"}}');
INSERT INTO "entries" VALUES('room0',42,'dora','room0-42','{"at":1040000,"body":{"k":"act","seat":3,"words":"play T19"}}');
INSERT INTO "entries" VALUES('room0',43,'anna','room0-43','{"at":1041000,"body":{"k":"act","seat":0,"words":"play CB"}}');
INSERT INTO "entries" VALUES('room0',44,'berta','room0-44','{"at":1042000,"body":{"k":"act","seat":1,"words":"play C10"}}');
INSERT INTO "entries" VALUES('room0',45,'dora','room0-45','{"at":1043000,"body":{"k":"act","seat":3,"words":"play DB"}}');
INSERT INTO "entries" VALUES('room0',46,'anna','room0-46','{"at":1044000,"body":{"k":"act","seat":0,"words":"play T17"}}');
INSERT INTO "entries" VALUES('room0',47,'berta','room0-47','{"at":1045000,"body":{"k":"act","seat":1,"words":"play DK"}}');
INSERT INTO "entries" VALUES('room0',48,'clara','room0-48','{"at":1046000,"body":{"k":"act","seat":2,"words":"play T11"}}');
INSERT INTO "entries" VALUES('room0',49,'anna','room0-49','{"at":1047000,"body":{"k":"act","seat":0,"words":"play T3"}}');
INSERT INTO "entries" VALUES('room0',50,'berta','room0-50','{"at":1048000,"body":{"k":"act","seat":1,"words":"play T2"}}');
INSERT INTO "entries" VALUES('room0',51,'clara','room0-51','{"at":1049000,"body":{"k":"act","seat":2,"words":"play T12"}}');
INSERT INTO "entries" VALUES('room0',52,'dora','room0-52','{"at":1050000,"body":{"k":"act","seat":3,"words":"play T1"}}');
INSERT INTO "entries" VALUES('room0',53,'clara','room0-53','{"at":1051000,"body":{"k":"act","seat":2,"words":"play T14"}}');
INSERT INTO "entries" VALUES('room0',54,'dora','room0-54','{"at":1052000,"body":{"k":"act","seat":3,"words":"play T16"}}');
INSERT INTO "entries" VALUES('room0',55,'anna','room0-55','{"at":1053000,"body":{"k":"act","seat":0,"words":"play T21"}}');
INSERT INTO "entries" VALUES('room0',56,'berta','room0-56','{"at":1054000,"body":{"k":"act","seat":1,"words":"play C7"}}');
INSERT INTO "entries" VALUES('room0',57,'anna','room0-57','{"at":1055000,"body":{"k":"act","seat":0,"words":"play T5"}}');
INSERT INTO "entries" VALUES('room0',58,'berta','room0-58','{"at":1056000,"body":{"k":"act","seat":1,"words":"play C9"}}');
INSERT INTO "entries" VALUES('room0',59,'clara','room0-59','{"at":1057000,"body":{"k":"act","seat":2,"words":"play T18"}}');
INSERT INTO "entries" VALUES('room0',60,'dora','room0-60','{"at":1058000,"body":{"k":"act","seat":3,"words":"play T15"}}');
INSERT INTO "entries" VALUES('room0',61,'clara','room0-61','{"at":1059000,"body":{"k":"act","seat":2,"words":"play SN"}}');
INSERT INTO "entries" VALUES('room0',62,'dora','room0-62','{"at":1060000,"body":{"k":"act","seat":3,"words":"play SK"}}');
INSERT INTO "entries" VALUES('room0',63,'anna','room0-63','{"at":1061000,"body":{"k":"act","seat":0,"words":"play T7"}}');
INSERT INTO "entries" VALUES('room0',64,'berta','room0-64','{"at":1062000,"body":{"k":"act","seat":1,"words":"play SQ"}}');
INSERT INTO "entries" VALUES('room0',65,'anna','room0-65','{"at":1063000,"body":{"k":"act","seat":0,"words":"play T20"}}');
INSERT INTO "entries" VALUES('room0',66,'berta','room0-66','{"at":1064000,"body":{"k":"act","seat":1,"words":"play HB"}}');
INSERT INTO "entries" VALUES('room0',67,'clara','room0-67','{"at":1065000,"body":{"k":"act","seat":2,"words":"play T13"}}');
INSERT INTO "entries" VALUES('room0',68,'dora','room0-68','{"at":1066000,"body":{"k":"act","seat":3,"words":"play HN"}}');
INSERT INTO "entries" VALUES('room0',69,'anna','room0-69','{"at":1067000,"body":{"k":"act","seat":0,"words":"play C8"}}');
INSERT INTO "entries" VALUES('room0',70,'berta','room0-70','{"at":1068000,"body":{"k":"act","seat":1,"words":"play HK"}}');
INSERT INTO "entries" VALUES('room0',71,'clara','room0-71','{"at":1069000,"body":{"k":"act","seat":2,"words":"play T4"}}');
INSERT INTO "entries" VALUES('room0',72,'dora','room0-72','{"at":1070000,"body":{"k":"act","seat":3,"words":"play D3"}}');
INSERT INTO "entries" VALUES('room0',73,'clara','room0-73','{"at":1071000,"body":{"k":"act","seat":2,"words":"play H4"}}');
INSERT INTO "entries" VALUES('room0',74,'dora','room0-74','{"at":1072000,"body":{"k":"act","seat":3,"words":"play H1"}}');
INSERT INTO "entries" VALUES('room0',75,'anna','room0-75','{"at":1073000,"body":{"k":"act","seat":0,"words":"play HQ"}}');
INSERT INTO "entries" VALUES('room0',76,'berta','room0-76','{"at":1074000,"body":{"k":"act","seat":1,"words":"play H2"}}');
INSERT INTO "entries" VALUES('room0',77,'berta','room0-77','{"at":1075000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room0',78,'clara','room0-78','{"at":1076000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room0',79,'dora','room0-79','{"at":1077000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room0',80,'anna','room0-80','{"at":1078000,"body":{"k":"deal","dealer":3,"seed":"8539680fef408296e90967ef6f05b8c98bb62a9751ecde2c175a8059bd76b06d"}}');
INSERT INTO "entries" VALUES('room0',81,'berta','room0-81','{"at":1079000,"body":{"k":"act","seat":1,"words":"knock"}}');
INSERT INTO "entries" VALUES('room0',82,'anna','room0-82','{"at":1080000,"body":{"k":"act","seat":0,"words":"packet 1"}}');
INSERT INTO "entries" VALUES('room0',83,'anna','room0-83','{"at":1081000,"body":{"k":"act","seat":0,"words":"vorhand"}}');
INSERT INTO "entries" VALUES('room0',84,'berta','room0-84','{"at":1082000,"body":{"k":"act","seat":1,"words":"pass"}}');
INSERT INTO "entries" VALUES('room0',85,'clara','room0-85','{"at":1083000,"body":{"k":"act","seat":2,"words":"pass"}}');
INSERT INTO "entries" VALUES('room1',1,'anna','room1-1','{"at":1000000,"body":{"k":"open","room":"room","name":"Anna","title":"Freitag","rules":"lhombre/compagnie","version":1,"players":3,"seed":"73a9bef499bbf4dc7bd2a4f2c8af5bd99f267a0ed3197217dd2bba1537436e5c"}}');
INSERT INTO "entries" VALUES('room1',2,'berta','room1-2','{"at":1000000,"body":{"k":"join","name":"Berta"}}');
INSERT INTO "entries" VALUES('room1',3,'berta','room1-3','{"at":1001000,"body":{"k":"sit","seat":1}}');
INSERT INTO "entries" VALUES('room1',4,'clara','room1-4','{"at":1002000,"body":{"k":"join","name":"Clara"}}');
INSERT INTO "entries" VALUES('room1',5,'clara','room1-5','{"at":1003000,"body":{"k":"sit","seat":2}}');
INSERT INTO "entries" VALUES('room1',6,'anna','room1-6','{"at":1004000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room1',7,'berta','room1-7','{"at":1005000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room1',8,'clara','room1-8','{"at":1006000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room1',9,'anna','room1-9','{"at":1007000,"body":{"k":"talk","text":"Servus"}}');
INSERT INTO "entries" VALUES('room1',10,'anna','room1-10','{"at":1008000,"body":{"k":"seed","seed":"00000000000000000000000000000001"}}');
INSERT INTO "entries" VALUES('room1',11,'anna','room1-11','{"at":1009000,"body":{"k":"deal","dealer":1,"seed":"252f49b9a988e074dc60927c13b5aca8389bc838f0eecaf060641d53b21b8fd0","drawn":[[[0,"C1"],[1,"T13"],[2,"C5"]]]}}');
INSERT INTO "entries" VALUES('room1',12,'anna','room1-12','{"at":1010000,"body":{"k":"act","seat":0,"words":"cut 39"}}');
INSERT INTO "entries" VALUES('room1',13,'berta','room1-13','{"at":1011000,"body":{"k":"act","seat":1,"words":"lay_skar C4 S7 H5"}}');
INSERT INTO "entries" VALUES('room1',14,'clara','room1-14','{"at":1012000,"body":{"k":"act","seat":2,"words":"pass"}}');
INSERT INTO "entries" VALUES('room1',15,'anna','room1-15','{"at":1013000,"body":{"k":"act","seat":0,"words":"pass"}}');
INSERT INTO "entries" VALUES('room1',16,'berta','room1-16','{"at":1014000,"body":{"k":"act","seat":1,"words":"pass"}}');
INSERT INTO "entries" VALUES('room1',17,'berta','room1-17','{"at":1015000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room1',18,'clara','room1-18','{"at":1016000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room1',19,'anna','room1-19','{"at":1017000,"body":{"k":"deal","dealer":2,"seed":"0fff1201838e1d58712d3ff0a955809d96a2b4a06bd511be14da67bf2b19f51c"}}');
INSERT INTO "entries" VALUES('room1',20,'berta','room1-20','{"at":1018000,"body":{"k":"act","seat":1,"words":"cut 34"}}');
INSERT INTO "entries" VALUES('room1',21,'clara','room1-21','{"at":1019000,"body":{"k":"act","seat":2,"words":"lay_skar S8 HQ SN"}}');
INSERT INTO "entries" VALUES('room1',22,'anna','room1-22','{"at":1020000,"body":{"k":"act","seat":0,"words":"lay_silent D1 T16 H2"}}');
INSERT INTO "entries" VALUES('room1',23,'berta','room1-23','{"at":1021000,"body":{"k":"act","seat":1,"words":"pass"}}');
INSERT INTO "entries" VALUES('room1',24,'clara','room1-24','{"at":1022000,"body":{"k":"act","seat":2,"words":"pass"}}');
INSERT INTO "entries" VALUES('room2',1,'anna','room2-1','{"at":1000000,"body":{"k":"open","room":"room","name":"Anna","title":"Freitag","rules":"perlaggen/1924","version":2,"players":4,"seed":"fd3feb3c9250b7974a9b528b69636321a461b55ef55b7beafd809a9a9e925b79"}}');
INSERT INTO "entries" VALUES('room2',2,'berta','room2-2','{"at":1000000,"body":{"k":"join","name":"Berta"}}');
INSERT INTO "entries" VALUES('room2',3,'berta','room2-3','{"at":1001000,"body":{"k":"sit","seat":1}}');
INSERT INTO "entries" VALUES('room2',4,'clara','room2-4','{"at":1002000,"body":{"k":"join","name":"Clara"}}');
INSERT INTO "entries" VALUES('room2',5,'clara','room2-5','{"at":1003000,"body":{"k":"sit","seat":2}}');
INSERT INTO "entries" VALUES('room2',6,'dora','room2-6','{"at":1004000,"body":{"k":"join","name":"Dora"}}');
INSERT INTO "entries" VALUES('room2',7,'dora','room2-7','{"at":1005000,"body":{"k":"sit","seat":3}}');
INSERT INTO "entries" VALUES('room2',8,'anna','room2-8','{"at":1006000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room2',9,'berta','room2-9','{"at":1007000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room2',10,'clara','room2-10','{"at":1008000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room2',11,'dora','room2-11','{"at":1009000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room2',12,'anna','room2-12','{"at":1010000,"body":{"k":"talk","text":"Servus"}}');
INSERT INTO "entries" VALUES('room2',13,'anna','room2-13','{"at":1011000,"body":{"k":"seed","seed":"00000000000000000000000000000002"}}');
INSERT INTO "entries" VALUES('room2',14,'anna','room2-14','{"at":1012000,"body":{"k":"deal","dealer":1,"seed":"0cb7ebb7bcad1c963c69b9549d99048d940283e11b7b00ece3f10afb455c7147","drawn":[[[0,"LK"],[1,"H8"],[2,"SO"],[3,"S10"]]],"seating":[0,1,2,3]}}');
INSERT INTO "entries" VALUES('room2',15,'anna','room2-15','{"at":1013000,"body":{"k":"act","seat":0,"words":"cut 6"}}');
INSERT INTO "entries" VALUES('room2',16,'anna','room2-16','{"at":1014000,"body":{"k":"act","seat":0,"words":"cut 14"}}');
INSERT INTO "entries" VALUES('room2',17,'anna','room2-17','{"at":1015000,"body":{"k":"act","seat":0,"words":"cut 23"}}');
INSERT INTO "entries" VALUES('room2',18,'clara','room2-18','{"at":1016000,"body":{"k":"act","seat":2,"words":"sign HK"}}');
INSERT INTO "entries" VALUES('room2',19,'clara','room2-19','{"at":1017000,"body":{"k":"act","seat":2,"words":"bid_blind H G S"}}');
INSERT INTO "entries" VALUES('room2',20,'berta','room2-20','{"at":1018000,"body":{"k":"act","seat":1,"words":"let_good H"}}');
INSERT INTO "entries" VALUES('room2',21,'dora','room2-21','{"at":1019000,"body":{"k":"act","seat":3,"words":"let_good G"}}');
INSERT INTO "entries" VALUES('room2',22,'berta','room2-22','{"at":1020000,"body":{"k":"act","seat":1,"words":"let_good S"}}');
INSERT INTO "entries" VALUES('room2',23,'berta','room2-23','{"at":1021000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room2',24,'clara','room2-24','{"at":1022000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room2',25,'dora','room2-25','{"at":1023000,"body":{"k":"ready","yes":true}}');
INSERT INTO "entries" VALUES('room2',26,'anna','room2-26','{"at":1024000,"body":{"k":"deal","dealer":2,"seed":"cd0724f5ad84d830d312ad50e7f388ce148811d65363a6d6d76728932f83ff2e"}}');
INSERT INTO "entries" VALUES('room2',27,'berta','room2-27','{"at":1025000,"body":{"k":"act","seat":1,"words":"cut 16"}}');
INSERT INTO "entries" VALUES('room2',28,'berta','room2-28','{"at":1026000,"body":{"k":"act","seat":1,"words":"cut 7"}}');
INSERT INTO "entries" VALUES('room2',29,'dora','room2-29','{"at":1027000,"body":{"k":"act","seat":3,"words":"look"}}');
INSERT INTO "entries" VALUES('room2',30,'anna','room2-30','{"at":1028000,"body":{"k":"act","seat":0,"words":"look"}}');
INSERT INTO "entries" VALUES('room2',31,'berta','room2-31','{"at":1029000,"body":{"k":"act","seat":1,"words":"look"}}');
CREATE TABLE members (
	room VARCHAR(32) NOT NULL, 
	member VARCHAR(32) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	PRIMARY KEY (room, member)
);
INSERT INTO "members" VALUES('room0','anna','0000000000000000000000000000000000000000000000000000000000000000','Anna');
INSERT INTO "members" VALUES('room0','berta','0000000000000000000000000000000000000000000000000000000000000000','Berta');
INSERT INTO "members" VALUES('room0','clara','0000000000000000000000000000000000000000000000000000000000000000','Clara');
INSERT INTO "members" VALUES('room0','dora','0000000000000000000000000000000000000000000000000000000000000000','Dora');
INSERT INTO "members" VALUES('room1','anna','0000000000000000000000000000000000000000000000000000000000000000','Anna');
INSERT INTO "members" VALUES('room1','berta','0000000000000000000000000000000000000000000000000000000000000000','Berta');
INSERT INTO "members" VALUES('room1','clara','0000000000000000000000000000000000000000000000000000000000000000','Clara');
INSERT INTO "members" VALUES('room2','anna','0000000000000000000000000000000000000000000000000000000000000000','Anna');
INSERT INTO "members" VALUES('room2','berta','0000000000000000000000000000000000000000000000000000000000000000','Berta');
INSERT INTO "members" VALUES('room2','clara','0000000000000000000000000000000000000000000000000000000000000000','Clara');
INSERT INTO "members" VALUES('room2','dora','0000000000000000000000000000000000000000000000000000000000000000','Dora');
CREATE TABLE rooms (
	room VARCHAR(32) NOT NULL, 
	cid VARCHAR(64) NOT NULL, 
	made_at BIGINT NOT NULL, 
	public BOOLEAN NOT NULL, 
	PRIMARY KEY (room), 
	UNIQUE (cid)
);
INSERT INTO "rooms" VALUES('room0','open room0',1000000,1);
INSERT INTO "rooms" VALUES('room1','open room1',1000000,0);
INSERT INTO "rooms" VALUES('room2','open room2',1000000,0);
CREATE INDEX rooms_public ON rooms (public, made_at);
COMMIT;
